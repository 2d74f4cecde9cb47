//! What the share dialog says.

use crate::domain::link::Lab;
use crate::domain::problem::Problem;

/// A text that somebody pasted, if it is a link.
pub fn pasted(text: &str) -> Option<Result<Lab, Problem>> {
    let text = text.trim();
    let line = !text.contains('\n');
    (line && (text.contains('#') || text.starts_with("v="))).then(|| Lab::from_fragment(text))
}

said! {
    HINT: "The link holds both panels, every setting, every decision and this step.",
        "連結裡有兩個面板、所有設定、每個決定，還有目前這一步。";
    COPY_LINK: "Copy link", "複製連結";
    COPIED: "Copied", "已複製";
    COPY_FAILED: "The browser did not let the page copy. Select the text and copy it.",
        "瀏覽器不讓頁面複製，請自行選取文字複製。";
    TRACE: "Trace as text", "文字版 trace";
    SCENARIO: "Scenario as a file", "scenario 檔";
    COPY_TEXT: "Copy text", "複製文字";
    FAILED: "This text could not be made; close the dialog and open it again.", "無法產生這段文字，請關閉視窗再開一次。";
    NATIVELY: "The same run without a browser:", "不開瀏覽器，跑出同一個 run：";
    LESSON: "For a lesson", "教學用連結";
    TASK: "A task that stands above the lab", "寫在實驗上方的任務";
    ALONE: "Show panel A only", "只顯示面板 A";
    LOCKED: "Put settings and faults away", "收起設定與故障";
    PRESENTED: "As a presentation: large, and a step a click", "簡報模式：字放大，按一下走一步";
    TASK_LONG: "The task is longer than a link should be; its end is left out.", "任務太長，超出的部分不會放進連結。";
    SHOW_SO: "Show it so", "套用到這個畫面";
    PICTURE: "The runs as pictures", "把 run 畫成圖";
    MERMAID: "Mermaid", "Mermaid";
    SAVE: "Save the file", "存成檔案";
    DRAWN_FAILED: "The picture could not be made.", "無法產生圖片。";
    OPEN: "Open", "打開";
    OPEN_LINK: "Open a link", "打開連結";
    OPEN_HINT: "Paste a link of this page.", "貼上本頁的連結。";
    NO_LINK: "This is not a link of this page. For a scenario file, cargo run --bin simulate -- --link FILE.toml prints its link.",
        "這不是本頁的連結。若是 scenario 檔，用 cargo run --bin simulate -- --link FILE.toml 印出它的連結。";
    NO_ROOM: "This is more than a link holds.", "內容太多，一個連結裝不下。";
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(all(feature = "en", feature = "zh-hant"))]
    use crate::view::lang::Lang;

    #[cfg(all(feature = "en", feature = "zh-hant"))]
    #[test]
    fn everything_is_said_in_every_language() {
        assert!(Lang::ALL.iter().all(|lang| ALL.iter().all(|said| !said.say(*lang).is_empty())));
    }

    #[test]
    fn a_pasted_link_is_told_from_a_file() {
        let link = Lab::opening().to_fragment();
        assert_eq!(pasted(&format!("https://example.org/x/#{link}")), Some(Ok(Lab::opening())));
        assert_eq!(pasted(&link), Some(Ok(Lab::opening())));
        assert_eq!(pasted("version = 1\n"), None);
    }
}
