//! What the terminal says and shows, as plain data: what became of a line, what a completion does to it, what has
//! changed in the run behind the terminal's back.

use super::field;
use super::lang::Lang;
use super::{settings, texts};
use crate::domain::command::{Command, Plan, Post};
use crate::domain::ids::Millis;
use crate::domain::workshop::{Chunk, Completion};

/// So many bytes of what one line printed are shown.
pub const BLOCK_BYTES: usize = 64 * 1024;
/// So many lines that were run are kept on the screen.
pub const BLOCKS: usize = 200;
/// So many lines can be recalled.
pub const HISTORY: usize = 200;

/// Output, cut to what a page can show; and how many bytes are left out.
pub fn shown(output: &[Chunk]) -> (Vec<Chunk>, usize) {
    let (mut room, mut left_out, mut list) = (BLOCK_BYTES, 0, Vec::new());
    for chunk in output {
        let cut = field::floor(&chunk.text, room);
        if cut > 0 {
            list.push(Chunk { error: chunk.error, text: chunk.text[..cut].to_string() });
        }
        room -= cut;
        left_out += chunk.text.len() - cut;
    }
    (list, left_out)
}

/// All of it as one text.
pub fn text(output: &[Chunk]) -> String {
    output.iter().map(|chunk| chunk.text.as_str()).collect()
}

/// Output for those who listen: its first lines, how many more there are, and whether it failed.
pub fn announcement(output: &[Chunk], status: i32, lang: Lang) -> String {
    const LINES: usize = 4;
    const CHARS: usize = 240;
    let text = text(output);
    let lines: Vec<&str> = text.lines().collect();
    let first: String = lines.iter().take(LINES).copied().collect::<Vec<_>>().join("\n");
    let mut said: String = first.chars().take(CHARS).collect();
    let more = lines.len().saturating_sub(LINES);
    if more > 0 {
        said += &match lang {
            Lang::En(_) => format!("\n… and {more} more lines."),
            Lang::ZhHant(_) => format!("\n……還有 {more} 行。"),
        };
    }
    if status != 0 {
        said += "\n";
        said += &exit_status(status, lang);
    }
    if said.is_empty() { NO_OUTPUT.say(lang).into() } else { said }
}

/// How a line ended that failed.
pub fn exit_status(status: i32, lang: Lang) -> String {
    match lang {
        Lang::En(_) => format!("exit status {status}"),
        Lang::ZhHant(_) => format!("結束代碼 {status}"),
    }
}

/// What is not shown of an output.
pub fn left_out(bytes: usize, lang: Lang) -> String {
    let kb = bytes.div_ceil(1024);
    match lang {
        Lang::En(_) => format!("{kb} KB more are not shown here. Pipe into head, grep or jq to see less."),
        Lang::ZhHant(_) => format!("還有 {kb} KB 沒有顯示。可以接 head、grep 或 jq 縮小範圍。"),
    }
}

/// A line with a completion in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// The whole text.
    pub text: String,
    /// Where the caret then stands, in bytes.
    pub caret: usize,
    /// What it could be, where that is not settled.
    pub candidates: Vec<String>,
}

/// Completes what stands before the caret. One word is put in, with a space after it unless it is a folder; of several
/// what they have in common.
pub fn complete(text: &str, caret: usize, completion: &Completion) -> Completed {
    let caret = field::floor(text, caret);
    let from = field::floor(text, completion.from as usize).min(caret);
    let (word, candidates) = match completion.words.as_slice() {
        [] => (text[from..caret].to_string(), Vec::new()),
        [word] if word.ends_with(['/', ' ', '=']) => (word.clone(), Vec::new()),
        [word] => (format!("{word} "), Vec::new()),
        words => {
            let common = field::common_beginning(words);
            let typed = &text[from..caret];
            let word = if common.len() > typed.len() { common } else { typed };
            (word.to_string(), words.to_vec())
        }
    };
    let rest = &text[caret..];
    Completed { caret: from + word.len(), text: format!("{}{word}{rest}", &text[..from]), candidates }
}

/// Lines that were run before, to be recalled one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    lines: Vec<String>,
    /// Which of them stands in the prompt; `None`: what is being typed.
    at: Option<usize>,
    draft: String,
}

impl History {
    /// From what was kept.
    pub fn read(kept: &str) -> History {
        let lines = kept.split('\u{1e}').filter(|line| !line.is_empty()).map(String::from).collect();
        History { lines, ..History::default() }
    }

    /// To be kept.
    pub fn written(&self) -> String {
        self.lines.join("\u{1e}")
    }

    /// A line was run.
    pub fn push(&mut self, line: &str) {
        self.at = None;
        self.draft.clear();
        if !line.trim().is_empty() && self.lines.last().map(String::as_str) != Some(line) {
            self.lines.push(line.replace('\u{1e}', " "));
            let more = self.lines.len().saturating_sub(HISTORY);
            self.lines.drain(..more);
        }
    }

    /// The one before; what is in the prompt is kept.
    pub fn older(&mut self, typed: &str) -> Option<String> {
        let at = self.at.unwrap_or(self.lines.len()).checked_sub(1)?;
        if self.at.is_none() {
            self.draft = typed.into();
        }
        self.at = Some(at);
        self.lines.get(at).cloned()
    }

    /// The one after; in the end what was being typed.
    pub fn newer(&mut self) -> Option<String> {
        let at = self.at? + 1;
        self.at = (at < self.lines.len()).then_some(at);
        Some(self.lines.get(at).cloned().unwrap_or_else(|| self.draft.clone()))
    }
}

/// The moment of the newest command that has one.
pub fn latest(plan: &Plan) -> Millis {
    let at = |command: &Command| match *command {
        Command::Operate { at_ms, .. }
        | Command::Replay { at_ms, .. }
        | Command::Post(Post { at_ms, .. }) => Some(at_ms),
        Command::Decide { .. } | Command::Sql { .. } => None,
    };
    plan.commands.iter().filter_map(at).max().unwrap_or(Millis(0))
}

/// What somebody has changed in the run beside the terminal: the commands that are no part of it any more, and
/// whether anything else is another. Empty: nothing.
pub fn changed(before: &Plan, after: &Plan, lang: Lang) -> Vec<String> {
    let mut left = after.commands.clone();
    let mut gone = Vec::new();
    for command in &before.commands {
        match left.iter().position(|other| other == command) {
            Some(at) => drop(left.remove(at)),
            None => gone.push(command),
        }
    }
    let mut said = Vec::new();
    if !gone.is_empty() {
        said.push(match lang {
            Lang::En(_) if gone.len() == 1 => "1 command is no longer part of this run:".into(),
            Lang::En(_) => format!("{} commands are no longer part of this run:", gone.len()),
            Lang::ZhHant(_) => format!("有 {} 個指令已不在這個 run 裡：", gone.len()),
        });
        said.extend(gone.into_iter().map(|command| format!("− {}", settings::command(command, lang))));
    }
    if !left.is_empty() {
        said.push(ADDED.say(lang).into());
        said.extend(left.iter().map(|command| format!("+ {}", settings::command(command, lang))));
    }
    if before.scenario != after.scenario {
        said.push(OTHER_SETTINGS.say(lang).into());
    }
    if !said.is_empty() {
        said.push(GOES_ON.say(lang).into());
    }
    said
}

/// The lab stands back in time.
pub fn stands_back(shows: Millis, now: Millis, lang: Lang) -> String {
    let [shows, now] = [shows, now].map(|at| texts::moment(at, lang));
    match lang {
        Lang::En(_) => {
            format!("The lab shows {shows} of {now}. Commands go on from the end, wherever the lab looks.")
        }
        Lang::ZhHant(_) => {
            format!("實驗目前停在 {shows}（全程 {now}）。不論實驗停在哪裡，指令都從結尾接著執行。")
        }
    }
}

/// What going on from there drops.
pub fn drops(n: usize, lang: Lang) -> String {
    match lang {
        Lang::En(_) if n == 0 => {
            "No command lies ahead: nothing is dropped. What is still on its way goes on.".into()
        }
        Lang::En(_) if n == 1 => "This drops 1 command that lies ahead:".into(),
        Lang::En(_) => format!("This drops {n} commands that lie ahead:"),
        Lang::ZhHant(_) if n == 0 => "後面沒有指令，不會捨棄任何東西；還在路上的會繼續。".into(),
        Lang::ZhHant(_) => format!("會捨棄後面的 {n} 個指令："),
    }
}

/// "3 of 12 run".
pub fn done(n: usize, of: usize, lang: Lang) -> String {
    match lang {
        Lang::En(_) => format!("{n} of {of} run"),
        Lang::ZhHant(_) => format!("已執行 {n} / {of}"),
    }
}

said! {
    TERMINAL: "Terminal", "終端機";
    OUTPUT: "Output", "輸出";
    PROMPT: "Command", "指令";
    RUN: "Run", "執行";
    PUT: "Put into the prompt", "放進命令列";
    RAN: "has been run", "已執行";
    STOP: "Stop", "停止";
    CLEAR: "Clear", "清除";
    COPY: "Copy", "複製";
    COPY_ALL: "Copy all", "全部複製";
    COPIED: "Copied.", "已複製。";
    COPY_FAILED: "The browser did not let the page copy. Select the text and copy it.", "瀏覽器不允許網頁複製，請自行選取文字再複製。";
    ERRORS: "error output", "錯誤輸出";
    BUSY: "Running…", "執行中……";
    LOADING: "The terminal is loading; the first command runs when it is here.", "終端機載入中，載入完成後就會執行第一個指令。";
    WELCOME: "curl, jq, grep, docker compose, sqlite3 and the shell around them, in this page. Nothing here reaches a network: the service on localhost:8000 is the pipeline in the lab.",
        "curl、jq、grep、docker compose、sqlite3，以及把它們串起來的 shell，全在這個網頁裡執行。這裡不會連上任何網路：localhost:8000 上的服務，就是實驗裡的那條 pipeline。";
    KEYS: "Enter runs, Shift+Enter starts a new line, Tab completes (Escape, then Tab leaves the field), ↑ ↓ recall, Ctrl+C stops or clears, Ctrl+L clears the screen.",
        "Enter 執行，Shift+Enter 換行，Tab 補完（先按 Escape 再按 Tab 可離開欄位），↑ ↓ 叫出先前的指令，Ctrl+C 停止或清空，Ctrl+L 清除畫面。";
    UNFINISHED: "Not finished yet: an open quote, or a loop without its done. Go on, or press Ctrl+C.", "還沒寫完：引號沒關，或迴圈少了 done。請接著寫，或按 Ctrl+C。";
    STOPPED: "Stopped. The session is as it was before this line.", "已停止。工作階段維持在這一行之前的狀態。";
    DIED: "No answer within ten seconds, so this line was given up. The session is as it was before it.", "十秒內沒有回應，因此放棄了這一行。工作階段維持在這一行之前的狀態。";
    NO_OUTPUT: "Done, no output.", "完成，沒有輸出。";
    ADDED: "New in this run, from the lab:", "實驗另外加進來的：";
    OTHER_SETTINGS: "The run's settings were changed in the lab; all commands were run again under them.", "實驗裡改了設定，所有指令都以新設定重跑了一次。";
    GOES_ON: "The next line goes on from there.", "下一行會從那裡接著執行。";
    TOO_LONG: "This run no longer fits into a link, so the lab does not follow any more. Open the page anew for an empty one.", "這個 run 已經長到放不進連結，實驗不再跟進。重新開啟本頁即可從頭來過。";
    HERE: "Go on from here", "從這裡接著執行";
    DROP: "Drop and go on", "捨棄並繼續";
    CANCEL: "Cancel", "取消";
    SCRIPT: "Commands to run", "可以執行的指令";
    THE_RUN: "The run so far", "目前的 run";
    TO_LAB: "To the lab", "看實驗";
}

#[cfg(all(test, feature = "en", feature = "zh-hant"))]
mod tests {
    use super::*;
    use crate::domain::command::Operation;

    fn out(text: &str) -> Chunk {
        Chunk { error: false, text: text.into() }
    }

    #[test]
    fn every_text_is_there_in_both_languages() {
        for said in ALL {
            assert!(Lang::ALL.iter().all(|lang| !said.say(*lang).is_empty()));
        }
    }

    #[test]
    fn a_long_output_is_cut_between_characters() {
        let (list, rest) = shown(&[out(&"信".repeat(BLOCK_BYTES / 3 + 5)), out("x")]);
        assert_eq!(list.len(), 2, "one byte is left over, and x has room in it");
        assert_eq!(rest, 15);
        assert_eq!(shown(&[out("a"), out("b")]).1, 0);
    }

    #[test]
    fn those_who_listen_hear_the_first_lines_and_how_it_ended() {
        let said = announcement(&[out("1\n2\n3\n4\n5\n6\n")], 3, Lang::EN);
        assert_eq!(said, "1\n2\n3\n4\n… and 2 more lines.\nexit status 3");
        assert_eq!(announcement(&[], 0, Lang::ZH_HANT), "完成，沒有輸出。");
    }

    #[test]
    fn one_word_is_completed_and_several_are_told() {
        let completion = |from, words: &[&str]| Completion {
            from,
            words: words.iter().map(|w| (*w).to_string()).collect(),
        };
        let one = complete("gr | jq", 2, &completion(0, &["grep"]));
        assert_eq!((one.text.as_str(), one.caret), ("grep  | jq", 5));
        let folder = complete("cd mq", 5, &completion(3, &["mq-event-driven-demo/"]));
        assert_eq!(folder.text, "cd mq-event-driven-demo/");
        let many = complete("doc", 3, &completion(0, &["docker", "docs/"]));
        assert_eq!((many.text.as_str(), many.candidates.len()), ("doc", 2));
        assert_eq!(complete("x", 1, &completion(99, &[])).text, "x");
    }

    #[test]
    fn lines_are_recalled_and_what_was_typed_comes_back() {
        let mut history = History::read(&{
            let mut first = History::default();
            ["a", "b\nb", "b\nb", " "].iter().for_each(|line| first.push(line));
            first.written()
        });
        assert_eq!(history.older("typed"), Some("b\nb".into()));
        assert_eq!(history.older("b\nb"), Some("a".into()));
        assert_eq!(history.older("a"), None);
        assert_eq!(history.newer(), Some("b\nb".into()));
        assert_eq!(history.newer(), Some("typed".into()));
        assert_eq!(history.newer(), None);
    }

    #[test]
    fn what_somebody_changed_is_told_and_what_is_the_same_is_not() {
        let operate = |at_ms| Command::Operate { at_ms: Millis(at_ms), run: Operation::Replay };
        let before = Plan { commands: vec![operate(1_000), operate(2_000)], ..Plan::default() };
        assert!(changed(&before, &before, Lang::EN).is_empty());
        let mut after = before.clone();
        after.commands.remove(0);
        let said = changed(&before, &after, Lang::EN);
        assert_eq!(said[0], "1 command is no longer part of this run:");
        assert!(said[1].contains("1.0 s"), "{said:?}");
        after.scenario.seed = 7;
        assert!(
            changed(&before, &after, Lang::ZH_HANT).contains(&OTHER_SETTINGS.say(Lang::ZH_HANT).to_string())
        );
        assert_eq!(latest(&before), Millis(2_000));
    }
}
