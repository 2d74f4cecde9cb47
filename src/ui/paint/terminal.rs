//! How the terminal looks: the lines that were run with what they printed, what stands beside the prompt, the
//! commands to run, and what the run has come to.

use super::super::html::Html;
use super::{icons, verdict_class};
use crate::domain::command::Command;
use crate::domain::ids::Millis;
use crate::domain::outcome::Outcome;
use crate::domain::workshop::Chunk;
use crate::view::lang::Lang;
use crate::view::settings;
use crate::view::terminal as say;
use crate::view::texts::texts;

/// A command that the page offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// A heading before it.
    pub part: Option<String>,
    /// What it is for.
    pub title: String,
    /// What to look for.
    pub about: Option<String>,
    /// What is typed.
    pub command: String,
    /// It has been run.
    pub ran: bool,
    /// What it printed then.
    pub came: Html,
}

/// Something on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A line that was run.
    Line {
        /// The folder in which.
        folder: String,
        /// What was typed.
        command: String,
        /// What it printed.
        output: Vec<Chunk>,
        /// How it ended; `None`: it was stopped before its end.
        status: Option<i32>,
        /// What the terminal says about it.
        note: Option<&'static str>,
    },
    /// What the terminal says by itself.
    Note(Vec<String>),
}

impl Block {
    /// As text, to be copied.
    pub fn text(&self) -> String {
        match self {
            Block::Line { folder, command, output, .. } => {
                format!("{folder} $ {command}\n{}", say::text(output))
            }
            Block::Note(lines) => lines.iter().map(|line| format!("# {line}\n")).collect(),
        }
    }
}

/// One block of the screen.
pub fn block(block: &Block, n: usize, lang: Lang) -> Html {
    let mut h = Html::new();
    match block {
        Block::Note(lines) => {
            h.m("<li class=\"block said\">");
            for line in lines {
                h.m("<p>").t(line).m("</p>");
            }
        }
        Block::Line { folder, command, output, status, note } => {
            let failed = status.is_none_or(|status| status != 0);
            h.m(if failed { "<li class=\"block failed\">" } else { "<li class=\"block\">" });
            h.m("<p class=\"folder\" translate=\"no\">").t(folder).m("</p><div class=\"typed\">");
            h.m("<span class=\"dollar\" aria-hidden=\"true\">$</span>");
            h.m("<pre translate=\"no\"><code>").t(command).m("</code></pre>");
            h.m("<button type=\"button\" class=\"copy-one\" data-do=\"copy ").n(n).m("\">");
            h.t(say::COPY.say(lang)).m("<span class=\"hidden\">: ").t(command.lines().next().unwrap_or(""));
            h.m("</span></button></div>");
            h.h(&printed(output, *status, *note, lang));
        }
    }
    h.m("</li>");
    h
}

/// What a line printed, and how it ended.
pub fn printed(output: &[Chunk], status: Option<i32>, note: Option<&str>, lang: Lang) -> Html {
    let mut h = Html::new();
    let (chunks, left_out) = say::shown(output);
    if !chunks.is_empty() {
        h.m("<pre class=\"printed\" translate=\"no\">");
        for chunk in &chunks {
            if chunk.error {
                h.m("<span class=\"error-output\"><span class=\"hidden\">")
                    .t(say::ERRORS.say(lang))
                    .m(": </span>");
                h.t(chunk.text.trim_end_matches('\n')).m("</span>");
            } else {
                h.t(&chunk.text);
            }
        }
        h.m("</pre>");
    }
    if left_out > 0 {
        h.m("<p class=\"ended\">").t(&say::left_out(left_out, lang)).m("</p>");
    }
    if let Some(status) = status.filter(|status| *status != 0) {
        h.m("<p class=\"ended bad\">").t(&say::exit_status(status, lang)).m("</p>");
    }
    if let Some(note) = note {
        h.m("<p class=\"ended bad\">").t(note).m("</p>");
    }
    h
}

/// What stands above the screen.
pub fn tools(busy: bool, empty: bool, lang: Lang) -> Html {
    let mut h = Html::new();
    h.m("<span class=\"busy\" role=\"status\">");
    if busy {
        h.m("<span class=\"spin\" aria-hidden=\"true\"></span>").t(say::BUSY.say(lang));
    }
    h.m("</span>");
    let button = |h: &mut Html, what: &'static str, text: &str, off: bool| {
        h.m("<button type=\"button\" class=\"tool\" data-do=\"").m(what).m("\"");
        h.m_if(off, " aria-disabled=\"true\"").m(">").t(text).m("</button>");
    };
    if busy {
        button(&mut h, "stop", say::STOP.say(lang), false);
    }
    button(&mut h, "copy-all", say::COPY_ALL.say(lang), empty);
    button(&mut h, "clear", say::CLEAR.say(lang), empty);
    h
}

/// The lab stands back in time: what that means, and the way to go on from there. `asks`: the commands that would
/// be dropped, when the visitor has asked for it.
pub fn back_in_time(back: Option<(Millis, Millis)>, asks: Option<&[Command]>, lang: Lang) -> Html {
    let mut h = Html::new();
    let Some((shows, now)) = back else { return h };
    h.m("<div class=\"notice\" role=\"status\"><p>").t(&say::stands_back(shows, now, lang)).m("</p>");
    match asks {
        None => {
            h.m("<button type=\"button\" class=\"tool\" data-do=\"here\">")
                .t(say::HERE.say(lang))
                .m("</button>");
        }
        Some(dropped) => {
            h.m("<div class=\"asks\"><p>").t(&say::drops(dropped.len(), lang)).m("</p><ul>");
            for command in dropped {
                h.m("<li>").t(&settings::command(command, lang)).m("</li>");
            }
            h.m("</ul><button type=\"button\" class=\"tool main\" data-do=\"drop\">").t(say::DROP.say(lang));
            h.m("</button> <button type=\"button\" class=\"tool\" data-do=\"cancel\">")
                .t(say::CANCEL.say(lang))
                .m("</button></div>");
        }
    }
    h.m("</div>");
    h
}

/// What could stand in the prompt.
pub fn candidates(words: &[String], unfinished: bool, lang: Lang) -> Html {
    let mut h = Html::new();
    if unfinished {
        h.m("<p>").t(say::UNFINISHED.say(lang)).m("</p>");
    }
    if !words.is_empty() {
        h.m("<ul translate=\"no\">");
        for word in words.iter().take(60) {
            h.m("<li>").t(word).m("</li>");
        }
        h.m_if(words.len() > 60, "<li>…</li>").m("</ul>");
    }
    h
}

/// What the run has come to, in one line, with the way to the lab.
pub fn strip(outcome: Option<&Outcome>, lang: Lang) -> Html {
    let t = texts(lang);
    let mut h = Html::new();
    let Some(outcome) = outcome else { return h };
    let worst = outcome.worst();
    h.m("<dl>");
    let all = [
        (t.requests, outcome.requests),
        (t.orders, outcome.orders),
        (t.deliveries, outcome.deliveries),
        (t.mails, outcome.mails),
    ];
    for (name, n) in all {
        h.m("<div><dt>").t(name).m("</dt><dd>").n(n as usize).m("</dd></div>");
    }
    h.m("</dl><p class=\"").m(verdict_class(worst)).m("\">").sign(worst).m(" ");
    h.t(crate::view::texts::verdict(worst, lang)).m("</p>");
    h.m("<button type=\"button\" class=\"tool\" data-do=\"lab\">").t(say::TO_LAB.say(lang)).m("</button>");
    h
}

/// The commands to run. Their buttons are named after them.
pub fn script(offers: &[Offer], lang: Lang) -> Vec<Html> {
    let mut parts = Vec::new();
    let ran = offers.iter().filter(|offer| offer.ran).count();
    let mut head = Html::new();
    head.m("<h2>").t(say::SCRIPT.say(lang)).m("</h2><p class=\"aside\">");
    head.t(&say::done(ran, offers.len(), lang)).m("</p>");
    parts.push(head);
    for (n, offer) in offers.iter().enumerate() {
        let mut h = Html::new();
        if let Some(part) = &offer.part {
            h.m("<h3>").t(part).m("</h3>");
        }
        h.m("<div class=\"offer\"><p class=\"title\" id=\"offer-").n(n).m("\">");
        h.m("<span class=\"tick\" aria-hidden=\"true\">").m(if offer.ran { "✓" } else { "" }).m("</span>");
        h.n(n + 1).m(". ").t(&offer.title);
        if offer.ran {
            h.m("<span class=\"hidden\"> (").t(say::RAN.say(lang)).m(")</span>");
        }
        h.m("</p>");
        if let Some(about) = &offer.about {
            h.m("<p class=\"about\">").t(about).m("</p>");
        }
        h.m("<pre translate=\"no\"><code>").t(&offer.command).m("</code></pre><div class=\"offer-tools\">");
        h.m("<button type=\"button\" class=\"tool run\" data-do=\"run ").n(n);
        h.m("\" aria-describedby=\"offer-").n(n).m("\">").icon(icons::PLAY).t(say::RUN.say(lang));
        h.m("<span class=\"hidden\"> ").n(n + 1).m("</span></button>");
        h.m("<button type=\"button\" class=\"tool\" data-do=\"put ").n(n);
        h.m("\" aria-describedby=\"offer-").n(n).m("\">").t(say::PUT.say(lang));
        h.m("<span class=\"hidden\"> ").n(n + 1).m("</span></button></div><div class=\"came\">");
        h.h(&offer.came).m("</div></div>");
        parts.push(h);
    }
    parts
}

#[cfg(all(test, feature = "en", feature = "zh-hant"))]
mod tests {
    use super::*;

    fn line(output: &str, error: bool, status: i32) -> Block {
        Block::Line {
            folder: "~".into(),
            command: "echo '<b>'".into(),
            output: vec![Chunk { error, text: output.into() }],
            status: Some(status),
            note: None,
        }
    }

    #[test]
    fn what_a_command_prints_cannot_become_markup() {
        for &lang in Lang::ALL {
            let html = block(&line("<script>\n", false, 0), 3, lang);
            assert!(html.as_str().contains("&lt;script&gt;") && !html.as_str().contains("<script>"));
            assert!(html.as_str().contains("data-do=\"copy 3\""));
        }
    }

    #[test]
    fn errors_are_told_by_more_than_colour() {
        let html = block(&line("no such file", true, 2), 0, Lang::EN);
        assert!(html.as_str().contains("error output: </span>no such file"), "{html:?}");
        assert!(html.as_str().contains("exit status 2"));
        assert_eq!(line("a\n", false, 0).text(), "~ $ echo '<b>'\na\n");
    }

    #[test]
    fn every_offer_can_be_run_and_put_and_is_ticked_off() {
        let offer = |ran| Offer { title: "T".into(), command: "ls".into(), ran, ..Offer::default() };
        let parts = script(&[offer(true), offer(false)], Lang::ZH_HANT);
        assert!(parts[0].as_str().contains("已執行 1 / 2"));
        assert!(parts[1].as_str().contains("data-do=\"run 0\"") && parts[1].as_str().contains("✓"));
        assert!(parts[2].as_str().contains("data-do=\"put 1\"") && !parts[2].as_str().contains("✓"));
    }

    #[test]
    fn going_back_asks_before_it_drops() {
        let back = Some((Millis(5_200), Millis(31_000)));
        let asked = back_in_time(back, None, Lang::EN);
        assert!(asked.as_str().contains("5.2 s of 31.0 s") && asked.as_str().contains("data-do=\"here\""));
        assert!(back_in_time(back, Some(&[]), Lang::EN).as_str().contains("data-do=\"drop\""));
        assert!(back_in_time(None, None, Lang::EN).is_empty());
    }
}
