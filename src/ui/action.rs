//! What a control does, as data: written into `data-do` where the control is painted, read again where a
//! click or a change arrives. One word says what, further words say with what.

use super::edit::Scope as For;
use super::state::Below;
use crate::domain::command::Operation;
use crate::domain::presets::Redelivery;
use crate::domain::settings;
use crate::view::generals::Move;
use crate::view::matrix::{Layers, Panel};
use std::fmt;

/// What a control does. What it was set to, if it has a value, comes along when it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// To the start of time, one step back, one step on, to the end.
    Start,
    /// See [`Action::Start`].
    Back,
    /// See [`Action::Start`].
    Step,
    /// See [`Action::Start`].
    End,
    /// To where so many entries have happened.
    Go(usize),
    /// To the value of the slider.
    Scrub,
    /// Play or pause.
    Play,
    /// Speed, by value.
    Speed,
    /// Shows this panel in a narrow window.
    Tab(Panel),
    /// To a row of a diagram.
    Row(Panel, usize),
    /// To a line of a log.
    Line(Panel, usize),
    /// Opens or closes the decisions of a row.
    Menu(Panel, usize),
    /// Decides something at a row.
    Decide(Panel, usize, usize),
    /// An operator intervenes now.
    Operate(Panel, Operation),
    /// Opens a cell of the matrix.
    Cell(Panel, Layers),
    /// Sets a setting to the control's value.
    Set(For, &'static str),
    /// Sets a setting to this word of its choice.
    Choose(For, &'static str, usize),
    /// Takes one word of a list in or out, by value.
    Include(For, &'static str, usize),
    /// Sets a setting back.
    Reset(For, &'static str),
    /// Sets everything back.
    ResetAll,
    /// Switches a frequent fault.
    Preset(Panel, usize),
    /// Removes a scripted fault.
    DropFault(Panel, usize),
    /// Removes an operator's intervention.
    DropScheduled(Panel, usize),
    /// Takes a decision back.
    DropCommand(Panel, usize),
    /// Chooses the point of the fault to add, by value.
    AddPoint,
    /// Adds the fault of the form.
    AddFault,
    /// Another seed, by value.
    Seed,
    /// Another seed, by chance.
    NewSeed,
    /// For which panels the settings are.
    Scope(For),
    /// Opens or closes what stands below the switches.
    Below(Below),
    /// Shows the rarer settings, or hides them.
    Rarer,
    /// Shows a reason for a redelivery in this panel.
    Reason(Panel, Redelivery),
    /// Compares this panel's story.
    Compare(Panel),
    /// Back to two stories.
    StopComparing,
    /// Closes a dialog.
    Close,
    /// Drops what lies ahead, and decides.
    Fork,
    /// Shows what a teacher's link has put away.
    Unlock,
    /// Ends the presentation.
    Leave,
    /// Puts the notices away.
    Dismiss,
    /// Asks the engine again.
    Retry,
    /// Something on the board of the two generals.
    Board(Move),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Action::*;
        let p = |panel: Panel| panel as usize;
        let s = |scope: For| match scope {
            For::Both => 2,
            For::Only(panel) => panel as usize,
        };
        match *self {
            Start => f.write_str("start"),
            Back => f.write_str("back"),
            Step => f.write_str("step"),
            End => f.write_str("end"),
            Go(n) => write!(f, "go {n}"),
            Scrub => f.write_str("scrub"),
            Play => f.write_str("play"),
            Speed => f.write_str("speed"),
            Tab(panel) => write!(f, "tab {}", p(panel)),
            Row(panel, i) => write!(f, "row {} {i}", p(panel)),
            Line(panel, i) => write!(f, "line {} {i}", p(panel)),
            Menu(panel, i) => write!(f, "menu {} {i}", p(panel)),
            Decide(panel, i, n) => write!(f, "decide {} {i} {n}", p(panel)),
            Operate(panel, run) => write!(f, "operate {} {}", p(panel), run as usize),
            Cell(panel, layers) => write!(f, "cell {} {}", p(panel), layers as usize),
            Set(scope, path) => write!(f, "set {} {}", s(scope), index(path)),
            Choose(scope, path, n) => write!(f, "choose {} {} {n}", s(scope), index(path)),
            Include(scope, path, n) => write!(f, "include {} {} {n}", s(scope), index(path)),
            Reset(scope, path) => write!(f, "reset {} {}", s(scope), index(path)),
            ResetAll => f.write_str("reset-all"),
            Preset(panel, n) => write!(f, "preset {} {n}", p(panel)),
            DropFault(panel, n) => write!(f, "drop-fault {} {n}", p(panel)),
            DropScheduled(panel, n) => write!(f, "drop-scheduled {} {n}", p(panel)),
            DropCommand(panel, n) => write!(f, "drop-command {} {n}", p(panel)),
            AddPoint => f.write_str("add-point"),
            AddFault => f.write_str("add-fault"),
            Seed => f.write_str("seed"),
            NewSeed => f.write_str("new-seed"),
            Scope(scope) => write!(f, "scope {}", s(scope)),
            Below(below) => write!(f, "below {}", below as usize),
            Rarer => f.write_str("rarer"),
            Reason(panel, reason) => write!(f, "reason {} {}", p(panel), reason as usize),
            Compare(panel) => write!(f, "compare {}", p(panel)),
            StopComparing => f.write_str("stop-comparing"),
            Close => f.write_str("close"),
            Fork => f.write_str("fork"),
            Unlock => f.write_str("unlock"),
            Leave => f.write_str("leave"),
            Dismiss => f.write_str("dismiss"),
            Retry => f.write_str("retry"),
            Board(what) => write!(f, "board {}", what.number()),
        }
    }
}

fn index(path: &str) -> usize {
    settings::SETTINGS.iter().position(|setting| setting.path == path).unwrap_or(0)
}

impl Action {
    /// Reads `data-do`.
    pub fn read(text: &str) -> Option<Action> {
        use Action::*;
        let mut words = text.split(' ');
        let name = words.next()?;
        let mut number = || words.next().and_then(|word| word.parse::<usize>().ok());
        let panel = |n: usize| Panel::ALL.get(n).copied();
        let scope = |n: usize| if n == 2 { Some(For::Both) } else { panel(n).map(For::Only) };
        let path = |n: usize| settings::SETTINGS.get(n).map(|setting| setting.path);
        Some(match name {
            "start" => Start,
            "back" => Back,
            "step" => Step,
            "end" => End,
            "go" => Go(number()?),
            "scrub" => Scrub,
            "play" => Play,
            "speed" => Speed,
            "tab" => Tab(panel(number()?)?),
            "row" => Row(panel(number()?)?, number()?),
            "line" => Line(panel(number()?)?, number()?),
            "menu" => Menu(panel(number()?)?, number()?),
            "decide" => Decide(panel(number()?)?, number()?, number()?),
            "operate" => Operate(panel(number()?)?, *Operation::ALL.get(number()?)?),
            "cell" => Cell(panel(number()?)?, *crate::view::matrix::Layers::ALL.get(number()?)?),
            "set" => Set(scope(number()?)?, path(number()?)?),
            "choose" => Choose(scope(number()?)?, path(number()?)?, number()?),
            "include" => Include(scope(number()?)?, path(number()?)?, number()?),
            "reset" => Reset(scope(number()?)?, path(number()?)?),
            "reset-all" => ResetAll,
            "preset" => Preset(panel(number()?)?, number()?),
            "drop-fault" => DropFault(panel(number()?)?, number()?),
            "drop-scheduled" => DropScheduled(panel(number()?)?, number()?),
            "drop-command" => DropCommand(panel(number()?)?, number()?),
            "add-point" => AddPoint,
            "add-fault" => AddFault,
            "seed" => Seed,
            "new-seed" => NewSeed,
            "scope" => Scope(scope(number()?)?),
            "below" => Below(*super::state::Below::ALL.get(number()?)?),
            "rarer" => Rarer,
            "reason" => Reason(panel(number()?)?, *Redelivery::ALL.get(number()?)?),
            "compare" => Compare(panel(number()?)?),
            "stop-comparing" => StopComparing,
            "close" => Close,
            "fork" => Fork,
            "unlock" => Unlock,
            "leave" => Leave,
            "dismiss" => Dismiss,
            "retry" => Retry,
            "board" => Board(Move::from_number(number()?)?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let (a, b) = (Panel::A, Panel::B);
        let all = [
            Action::Start,
            Action::Go(17),
            Action::Tab(b),
            Action::Row(a, 3),
            Action::Decide(b, 12, 1),
            Action::Operate(a, Operation::Redrive),
            Action::Cell(b, Layers::Both),
            Action::Set(For::Both, "seed"),
            Action::Choose(For::Only(b), "consumer.dedup", 4),
            Action::Include(For::Only(a), "consumer.handlers", 2),
            Action::Reset(For::Both, "rates.ack_lost"),
            Action::Preset(a, 5),
            Action::DropCommand(b, 0),
            Action::Scope(For::Only(a)),
            Action::Below(Below::Compare),
            Action::Rarer,
            Action::Reason(b, Redelivery::Rebalance),
            Action::Retry,
            Action::Unlock,
            Action::Leave,
            Action::Board(Move::Lose(8)),
        ];
        for action in all {
            assert_eq!(Action::read(&action.to_string()), Some(action));
        }
        assert_eq!(Action::read("row 7 1"), None);
        assert_eq!(Action::read("rm -rf"), None);
    }
}
