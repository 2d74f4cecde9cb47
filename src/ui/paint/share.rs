//! How the share dialog looks: the permalink, the texts, and the way back in.

use super::super::html::Html;
use super::letter;
use crate::domain::link::{Lab, Lesson};
use crate::domain::problem::Problem;
use crate::domain::workshop::Papers;
use crate::view::lang::Lang;
use crate::view::matrix::Panel;
use crate::view::share as say;
use crate::view::{problem, texts::texts};

/// What there is to show.
pub struct Look<'a> {
    /// The lab that is shared.
    pub lab: &'a Lab,
    /// Where the page is that opens it, without a fragment.
    pub address: &'a str,
    /// The texts of both runs, when the workshop has told them; or why it has not, if it said.
    pub papers: &'a [Option<Result<Papers, Option<Problem>>>; 2],
    /// Sequence diagrams in Mermaid's words, when there are runs to draw.
    pub mermaid: &'a [Option<String>; 2],
    /// The task is longer than a link takes.
    pub task_is_long: bool,
    /// No picture could be made.
    pub no_picture: bool,
    /// What came of copying the box with this number.
    pub copied: Option<(usize, bool)>,
    /// Why the pasted text cannot be opened.
    pub wrong: Option<&'a str>,
    /// The reader's language.
    pub lang: Lang,
}

/// What stands in the dialog, in the places of [`FRAME`].
pub fn parts(look: &Look) -> Vec<Vec<Html>> {
    let lang = look.lang;
    let (mut link, mut wrong) = (Html::new(), Html::new());
    let fragment = look.lab.to_fragment();
    let address = format!("{}#{fragment}", look.address);
    copyable(&mut link, look, 0, texts(lang).permalink, say::COPY_LINK.say(lang), "2", &address);
    link.m("<p class=\"aside\">")
        .t(say::HINT.say(lang))
        .m("</p><p class=\"aside\">")
        .t(say::NATIVELY.say(lang));
    link.m("</p><pre class=\"shell\" translate=\"no\"><code>cargo run --bin simulate -- '");
    link.t(&fragment).m("'</code></pre>");
    let papers = Panel::ALL.map(|panel| {
        let mut texts = Html::new();
        let n = 1 + 3 * panel as usize;
        let name = |text: &str| format!("{text} · {}", letter(panel));
        let Papers { trace, scenario } = match &look.papers[panel as usize] {
            Some(Ok(papers)) => papers.clone(),
            told => {
                let mut why = "…".to_string();
                if let Some(Err(problem)) = told {
                    let said = problem.as_ref().map(|problem| problem::message(problem, lang));
                    why = said.unwrap_or_else(|| say::FAILED.say(lang).into());
                }
                Papers { trace: why.clone(), scenario: why }
            }
        };
        texts.m("<div>");
        let copy = say::COPY_TEXT.say(lang);
        copyable(&mut texts, look, n, &name(say::TRACE.say(lang)), copy, "10", &trace);
        copyable(&mut texts, look, n + 1, &name(say::SCENARIO.say(lang)), copy, "8", &scenario);
        let letter = letter(panel);
        file(&mut texts, &format!("toml {letter}"), &format!("{} · TOML · {letter}", say::SAVE.say(lang)));
        texts.m("</div>");
        texts
    });
    let pictures = Panel::ALL.map(|panel| {
        let (mut pictures, letter) = (Html::new(), letter(panel));
        pictures.m("<div><p class=\"files\">");
        for kind in ["SVG", "PNG"] {
            file(&mut pictures, &format!("{} {letter}", kind.to_lowercase()), &format!("{kind} · {letter}"));
        }
        pictures.m("</p>");
        let mermaid = look.mermaid[panel as usize].as_deref().unwrap_or("…");
        let name = format!("{} · {letter}", say::MERMAID.say(lang));
        copyable(&mut pictures, look, 3 + 3 * panel as usize, &name, say::COPY_TEXT.say(lang), "6", mermaid);
        pictures.m("</div>");
        pictures
    });
    if let Some(why) = look.wrong {
        wrong.m("<p class=\"wrong\" role=\"alert\">").t(why).m("</p>");
    }
    let (mut long, mut picture) = (Html::new(), Html::new());
    if look.task_is_long {
        long.m("<p class=\"wrong\" role=\"alert\">").t(say::TASK_LONG.say(lang)).m("</p>");
    }
    if look.no_picture {
        picture.m("<p class=\"wrong\" role=\"alert\">").t(say::DRAWN_FAILED.say(lang)).m("</p>");
    }
    vec![vec![link], vec![long], papers.into(), pictures.into(), vec![picture], vec![wrong]]
}

/// A button that saves a file.
fn file(h: &mut Html, what: &str, name: &str) {
    h.m("<button type=\"button\" class=\"tool\" data-do=\"").t(what).m("\">").t(name).m("</button>");
}

/// The places of the dialog's parts, in their order.
pub const PLACES: [&str; 6] =
    [".share-link", ".task-wrong", ".texts-of", ".pictures-of", ".picture-wrong", ".load-wrong"];

/// The dialog with its fields, which stay while the parts are painted.
pub fn frame(lesson: &Lesson, lang: Lang) -> Html {
    let (t, mut h) = (texts(lang), Html::new());
    h.m("<dialog class=\"share\" aria-label=\"")
        .t(t.share)
        .m("\"><div class=\"dialog-head\"><h2>")
        .t(t.share);
    h.m("</h2><button type=\"button\" class=\"tool\" data-do=\"close\">").t(t.close);
    h.m("</button></div><div class=\"share-link\" data-part></div><details class=\"lesson\"");
    h.m_if(*lesson != Lesson::default(), " open").m("><summary>").t(say::LESSON.say(lang));
    h.m("</summary><label for=\"share-task\">").t(say::TASK.say(lang));
    h.m("</label><textarea rows=\"2\" id=\"share-task\" data-do=\"task\">").t(&lesson.task);
    h.m("</textarea><div class=\"task-wrong\" data-part></div>");
    for (what, said, on) in [
        ("alone", say::ALONE, lesson.alone),
        ("locked", say::LOCKED, lesson.locked),
        ("presented", say::PRESENTED, lesson.presented),
    ] {
        h.m("<label class=\"check\"><input type=\"checkbox\" data-do=\"")
            .m(what)
            .m("\"")
            .m_if(on, " checked");
        h.m("> ").t(said.say(lang)).m("</label>");
    }
    h.m("<button type=\"button\" class=\"tool\" data-do=\"show\">").t(say::SHOW_SO.say(lang));
    h.m("</button></details><div class=\"share-texts texts-of\" data-part></div>");
    h.m("<details class=\"as-pictures\"><summary data-do=\"draw\">").t(say::PICTURE.say(lang));
    h.m("</summary><div class=\"share-texts pictures-of\" data-part></div><div class=\"picture-wrong\" data-part></div></details>");
    h.m("<div class=\"load\"><label for=\"share-load\">").t(say::OPEN_LINK.say(lang));
    h.m("</label><p class=\"aside\">").t(say::OPEN_HINT.say(lang));
    h.m("</p><textarea class=\"pasted\" rows=\"3\" spellcheck=\"false\" translate=\"no\" id=\"share-load\"></textarea>");
    h.m("</div><div class=\"load-wrong\" data-part></div><div class=\"load-tools\">");
    h.m("<button type=\"button\" class=\"tool\" data-do=\"open\">").t(say::OPEN.say(lang));
    h.m("</button></div></dialog>");
    h
}

/// A text to read and to copy. Boxes have numbers, by which they are copied.
fn copyable(h: &mut Html, look: &Look, n: usize, label: &str, copy: &str, rows: &'static str, text: &str) {
    h.m("<div class=\"copyable\"><label for=\"share-text-").n(n).m("\">").t(label).m("</label>");
    h.m("<button type=\"button\" class=\"tool\" data-do=\"copy ").n(n).m("\">").t(copy);
    h.m("<span class=\"hidden\">: ").t(label).m("</span></button><span class=\"aside\" role=\"status\">");
    if let Some((_, done)) = look.copied.filter(|(of, _)| *of == n) {
        h.t(if done { say::COPIED } else { say::COPY_FAILED }.say(look.lang));
    }
    h.m("</span><textarea readonly spellcheck=\"false\" translate=\"no\" rows=\"")
        .m(rows)
        .m("\" id=\"share-text-");
    h.n(n).m("\">").t(text).m("</textarea></div>");
}
