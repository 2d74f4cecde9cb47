//! Rows that are walked with the arrow keys: which of them are on the page.

/// What is on the page of a list.
pub struct Look {
    /// Of which run, from this row to before that one; and whatever else changes how rows look.
    pub window: (u32, usize, usize, Option<usize>),
    /// The row at which the cursor stands.
    pub cursor: Option<usize>,
    /// That row's id.
    pub id: Option<String>,
}

impl Default for Look {
    fn default() -> Look {
        Look { window: (u32::MAX, 0, 0, None), cursor: None, id: None }
    }
}

/// A list of so many rows is on the page whole.
const WHOLE: usize = 120;
/// The window of a longer one moves by so many rows.
const SHIFT: usize = 16;

/// The rows on the page with the cursor at this one.
pub fn window(cursor: Option<usize>, length: usize) -> (usize, usize) {
    if length <= WHOLE {
        return (0, length);
    }
    let anchor = cursor.unwrap_or(0) / SHIFT * SHIFT;
    (anchor.saturating_sub(SHIFT), (anchor + 2 * SHIFT).min(length))
}

/// Where an arrow key leads from here; `None`: not a key of a list.
pub fn walk(key: &str, cursor: usize, total: usize) -> Option<usize> {
    let to = match key {
        "ArrowDown" | "ArrowRight" => cursor + 1,
        "ArrowUp" | "ArrowLeft" => cursor.saturating_sub(1),
        "PageDown" => cursor + 10,
        "PageUp" => cursor.saturating_sub(10),
        "Home" => 0,
        "End" => total,
        _ => return None,
    };
    Some(to.min(total))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_list_is_whole_and_a_long_one_around_the_cursor() {
        assert_eq!(window(Some(7), WHOLE), (0, WHOLE));
        let (from, to) = window(Some(700), 1_000);
        assert!(from + SHIFT <= 700 && to >= 700 + SHIFT && to - from <= WHOLE);
        assert_eq!(window(Some(999), 1_000).1, 1_000);
        assert_eq!(window(None, 1_000).0, 0);
    }

    #[test]
    fn arrow_keys_stay_inside() {
        assert_eq!(walk("ArrowDown", 9, 9), Some(9));
        assert_eq!(walk("ArrowUp", 0, 9), Some(0));
        assert_eq!(walk("End", 2, 9), Some(9));
        assert_eq!(walk("a", 2, 9), None);
    }
}
