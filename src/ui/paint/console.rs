//! How the console looks: what is asked of which database at which step, and what came of it.

use super::super::html::Html;
use super::letter;
use crate::domain::command::Command;
use crate::domain::scenario::Scenario;
use crate::domain::sql::Database;
use crate::domain::workshop::{Queried, ResultSet, SchemaItem, Value};
use crate::view::console::{self as say, Variant};
use crate::view::lang::Lang;
use crate::view::matrix::Panel;
use crate::view::settings;
use crate::view::texts::{Noun, count, texts};

/// Which database is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// One of the run's.
    Run(Database),
    /// A file of the visitor's, with its name.
    File(String),
}

/// What came of a text.
pub struct Asked {
    /// The text.
    pub sql: String,
    /// What came of it.
    pub queried: Queried,
    /// At which step of the run; `None`: it was no run's.
    pub step: Option<usize>,
    /// The lab has moved since.
    pub stale: bool,
}

/// What a command that is to be put into the run waits for.
pub enum Offered {
    /// For the visitor's word.
    Ready,
    /// For the visitor's word that these may be dropped.
    Drops(Vec<Command>),
    /// For nothing: it cannot be, and this is why.
    Refused(&'static str),
}

fn button(h: &mut Html, class: &'static str, what: &str, text: &str) {
    h.m("<button type=\"button\" class=\"")
        .m(class)
        .m("\" data-do=\"")
        .t(what)
        .m("\">")
        .t(text)
        .m("</button>");
}

/// The title, and the choice of the database.
pub fn head(panel: Panel, on: &Where, file: Option<&str>, place: &str, lang: Lang) -> Vec<Html> {
    let t = texts(lang);
    let (mut title, mut choice, mut at) = (Html::new(), Html::new(), Html::new());
    title.m("<div class=\"dialog-head\"><h2 id=\"console-title\">").t(say::CONSOLE.say(lang)).m(" · ");
    title.m(letter(panel)).m("</h2>");
    button(&mut title, "tool", "close", say::CLOSE.say(lang));
    title.m("</div>");
    choice
        .m("<fieldset class=\"segmented\"><legend>")
        .t(say::WHICH.say(lang))
        .m("</legend><div class=\"strip\">");
    let mut option = |what: &str, name: &str, chosen: bool| {
        choice.m("<label><input type=\"radio\" name=\"console-on\" data-do=\"").t(what).m("\"");
        choice.m_if(chosen, " checked").m("><span>").t(name).m("</span></label>");
    };
    for &database in Database::ALL {
        let (what, name) = match database {
            Database::Producer => ("on producer", t.database_producer),
            Database::Consumer => ("on consumer", t.database_consumer),
        };
        option(what, name, *on == Where::Run(database));
    }
    if let Some(file) = file {
        option("on file", file, matches!(on, Where::File(_)));
    }
    choice.m("</div></fieldset>");
    at.m("<p class=\"aside at\" role=\"status\">").t(place).m("</p>");
    vec![title, choice, at]
}

/// The queries that are offered.
pub fn offers(on: &Where, lang: Lang) -> Html {
    let mut h = Html::new();
    if let Where::Run(database) = on {
        h.m("<h3>").t(say::TRY.say(lang)).m("</h3><div class=\"to-try\">");
        for (n, offer) in say::offers(*database).iter().enumerate() {
            button(&mut h, "tool", &format!("try {n}"), offer.title.say(lang));
        }
        h.m("</div>");
    }
    h
}

/// Names to be taken, one of them chosen.
pub fn names(names: &[String], chosen: usize, lang: Lang) -> Html {
    let mut h = Html::new();
    if names.is_empty() {
        return h;
    }
    h.m("<ul role=\"listbox\" id=\"console-names\" aria-label=\"").t(say::NAMES_HERE.say(lang)).m("\">");
    for (n, name) in names.iter().enumerate() {
        h.m("<li role=\"option\" id=\"console-name-")
            .n(n)
            .m("\" data-do=\"name ")
            .n(n)
            .m("\" aria-selected=\"");
        h.m(if n == chosen { "true" } else { "false" }).m("\" translate=\"no\">").t(name).m("</li>");
    }
    h.m("</ul>");
    h
}

/// What came of the text.
pub fn results(
    asked: Option<&Asked>,
    offered: Option<&Offered>,
    note: Option<&str>,
    lang: Lang,
) -> Vec<Html> {
    let mut parts = Vec::new();
    let mut head = Html::new();
    if let Some(note) = note {
        head.m("<p class=\"wrong\" role=\"alert\">").t(note).m("</p>");
    }
    let Some(asked) = asked else { return vec![head] };
    if let Some(step) = asked.step.filter(|_| asked.stale) {
        head.m("<div class=\"stale\"><p>").t(&say::of_step(step, lang)).m("</p>");
        button(&mut head, "tool", "again", say::RUN_AGAIN.say(lang));
        head.m("</div>");
    }
    parts.push(head);
    for (n, set) in asked.queried.results.iter().enumerate() {
        parts.push(result(set, n, asked.stale, lang));
    }
    if let Some(refused) = &asked.queried.refused {
        let mut h = Html::new();
        h.m("<div class=\"refused\" role=\"alert\"><p class=\"wrong\">").t(&refused.message);
        let place = refused.at.map(|at| say::place(&asked.sql, at));
        if let Some(place) = &place {
            let [open, close] = lang.brackets();
            h.m("<span class=\"aside\">").m(open).t(&say::place_said(place, lang)).m(close).m("</span>");
        }
        h.m("</p>");
        if let Some(place) = &place {
            h.m("<pre translate=\"no\"><code>").t(&place.text).m("</code>\n<span aria-hidden=\"true\">");
            h.t(&place.caret).m("</span></pre>");
        }
        h.m("</div>");
        parts.push(h);
    }
    if let Some(offered) = offered {
        parts.push(do_it(offered, lang));
    }
    parts
}

fn do_it(offered: &Offered, lang: Lang) -> Html {
    let mut h = Html::new();
    h.m("<div class=\"do-it\">");
    match offered {
        Offered::Ready => {
            button(&mut h, "tool main", "do-it", say::DO_IT.say(lang));
            h.m("<p class=\"aside\">").t(say::DO_IT_HINT.say(lang)).m("</p>");
        }
        Offered::Drops(dropped) => {
            h.m("<div role=\"alert\"><p>").t(say::DROPS.say(lang)).m("</p><ul>");
            for command in dropped {
                h.m("<li>").t(&settings::command(command, lang)).m("</li>");
            }
            h.m("</ul></div>");
            button(&mut h, "tool main", "drop", say::DROP.say(lang));
            button(&mut h, "tool", "cancel", say::CANCEL.say(lang));
        }
        Offered::Refused(why) => {
            h.m("<p class=\"wrong\" role=\"alert\">").t(why).m("</p>");
        }
    }
    h.m("</div>");
    h
}

fn result(set: &ResultSet, n: usize, stale: bool, lang: Lang) -> Html {
    let mut h = Html::new();
    let name = format!("{} {}", say::RESULT.say(lang), n + 1);
    h.m(if stale {
        "<section class=\"result old\" aria-label=\""
    } else {
        "<section class=\"result\" aria-label=\""
    });
    h.t(&name).m("\"><pre class=\"asked\" translate=\"no\"><code>").t(set.sql.trim()).m("</code></pre>");
    if let Some(rows) = set.writes {
        h.m("<p class=\"writes\">").t(&say::would_change(rows, lang)).m("</p>");
    }
    if let Some(tree) = say::plan_tree(set) {
        h.m("<pre class=\"tree\" translate=\"no\">");
        for (depth, line) in tree {
            for _ in 0..depth {
                h.m("   ");
            }
            h.m(if depth > 0 { "└─ " } else { "" }).t(&line).m("\n");
        }
        h.m("</pre>");
    } else if set.columns.is_empty() {
        if set.writes.is_none() {
            h.m("<p class=\"aside\">").t(say::DONE.say(lang)).m("</p>");
        }
    } else {
        table(&mut h, set, &name);
        h.m("<div class=\"result-tools\"><p class=\"aside\">");
        if set.rows.is_empty() {
            h.t(say::NO_ROWS.say(lang));
        } else {
            h.t(&count(set.rows.len() as u32, Noun::Row, lang));
        }
        h.m("</p>");
        for (what, text) in [("csv", say::COPY_CSV), ("json", say::COPY_JSON)] {
            button(&mut h, "tool", &format!("{what} {n}"), text.say(lang));
        }
        h.m("</div>");
    }
    if let Some(limit) = set.cut {
        h.m("<p class=\"cut\">").t(&say::cut(limit, lang)).m("</p>");
    }
    h.m("</section>");
    h
}

/// Wide and long ones are scrolled, where the keyboard can scroll them.
fn table(h: &mut Html, set: &ResultSet, name: &str) {
    h.m("<div class=\"rows-box\" tabindex=\"0\" role=\"group\" aria-label=\"")
        .t(name)
        .m("\"><table translate=\"no\"><thead><tr>");
    let number =
        |i: usize| set.rows.iter().any(|row| matches!(row.get(i), Some(Value::Integer(_) | Value::Real(_))));
    for (i, column) in set.columns.iter().enumerate() {
        h.m("<th scope=\"col\"").m_if(number(i), " class=\"n\"").m(">").t(column).m("</th>");
    }
    h.m("</tr></thead><tbody>");
    for row in &set.rows {
        h.m("<tr>");
        for value in row {
            match (value, say::cell(value)) {
                (_, None) => h.m("<td><i class=\"null\">NULL</i></td>"),
                (Value::Integer(_) | Value::Real(_), Some(text)) => {
                    h.m("<td class=\"n\">").t(&text).m("</td>")
                }
                (Value::Blob(_), Some(text)) => h.m("<td class=\"blob\">").t(&text).m("</td>"),
                (_, Some(text)) => h.m("<td>").t(&text).m("</td>"),
            };
        }
        h.m("</tr>");
    }
    h.m("</tbody></table></div>");
}

/// The tables at a glance.
pub fn schema(schema: Option<&[SchemaItem]>, lang: Lang) -> Vec<Html> {
    let Some(schema) = schema else {
        let mut h = Html::new();
        h.m("<p class=\"aside\">…</p>");
        return vec![h];
    };
    if schema.is_empty() {
        let mut h = Html::new();
        h.m("<p class=\"aside\">").t(say::NO_TABLES.say(lang)).m("</p>");
        return vec![h];
    }
    schema.iter().map(|item| schema_item(item, lang)).collect()
}

fn schema_item(item: &SchemaItem, lang: Lang) -> Html {
    let mut h = Html::new();
    let insert = |h: &mut Html, name: &str| {
        h.m("<button type=\"button\" class=\"name\" data-do=\"insert ").t(name).m("\" title=\"");
        h.t(say::INSERT_NAME.say(lang)).m("\" translate=\"no\">").t(name).m("</button>");
    };
    h.m("<div class=\"item\"><p>");
    insert(&mut h, &item.name);
    h.m(" <span class=\"aside\">");
    if item.kind == "table" || item.kind == "view" {
        h.t(&count(item.rows.min(u64::from(u32::MAX)) as u32, Noun::Row, lang));
        h.m_if(item.kind == "view", " · view");
    } else {
        h.t(&item.kind);
    }
    h.m("</span></p>");
    if !item.columns.is_empty() {
        h.m("<ul>");
        for (name, of) in &item.columns {
            h.m("<li>");
            insert(&mut h, name);
            h.m(" <span class=\"type\" translate=\"no\">").t(of).m("</span></li>");
        }
        h.m("</ul>");
    }
    if !item.sql.is_empty() {
        h.m("<details><summary>").t(say::CREATED_BY.say(lang)).m("<span class=\"hidden\">: ").t(&item.name);
        h.m("</span></summary><pre translate=\"no\"><code>").t(&item.sql).m("</code></pre></details>");
    }
    h.m("</div>");
    h
}

/// The other schemas.
pub fn variants(scenario: &Scenario, changed: bool, wrong: Option<&str>, lang: Lang) -> Html {
    let mut h = Html::new();
    h.m("<p class=\"aside\">").t(say::OTHER_SCHEMA_HINT.say(lang)).m("</p>");
    if let Some(wrong) = wrong {
        h.m("<p class=\"wrong\" role=\"alert\">").t(wrong).m("</p>");
    }
    h.m("<dl class=\"variants\">");
    for (n, variant) in Variant::ALL.into_iter().enumerate() {
        let (name, look) = variant.said();
        let holds = variant.holds(scenario);
        h.m("<div><dt>");
        h.m("<button type=\"button\" class=\"tool\" aria-pressed=\"").m(if holds { "true" } else { "false" });
        h.m("\" data-do=\"variant ").n(n).m("\">").t(name.say(lang)).m("</button>");
        if holds {
            h.m(" <span class=\"aside\">").t(say::IS_SO.say(lang)).m("</span>");
        }
        h.m("</dt><dd>").t(look.say(lang)).m("</dd></div>");
    }
    h.m("</dl>");
    if changed {
        button(&mut h, "tool", "as-before", say::AS_BEFORE.say(lang));
    }
    h
}

#[cfg(all(test, feature = "en", feature = "zh-hant"))]
mod tests {
    use super::*;
    use crate::domain::workshop::{Limit, Refused};

    fn asked(results: Vec<ResultSet>, refused: Option<Refused>) -> Asked {
        Asked { sql: "SELEC 1".into(), queried: Queried { results, refused }, step: Some(12), stale: false }
    }

    fn painted(asked: &Asked, offered: Option<&Offered>, lang: Lang) -> String {
        results(Some(asked), offered, None, lang).iter().map(Html::as_str).collect()
    }

    #[test]
    fn cells_are_told_apart_and_cannot_become_markup() {
        let row = vec![Value::Null, Value::Integer(7), Value::Text("<b>".into()), Value::Blob(vec![1])];
        let set = ResultSet {
            sql: "SELECT".into(),
            columns: ["a", "b", "c", "d"].map(String::from).into(),
            rows: vec![row],
            cut: Some(Limit::Rows(1)),
            writes: None,
        };
        for &lang in Lang::ALL {
            let html = painted(&asked(vec![set.clone()], None), None, lang);
            assert!(html.contains("<i class=\"null\">NULL</i>") && html.contains("<td class=\"n\">7</td>"));
            assert!(html.contains("&lt;b&gt;") && html.contains("X'01'") && html.contains("class=\"cut\""));
        }
    }

    #[test]
    fn an_error_stands_with_its_place() {
        let refused = Refused { message: "near \"SELEC\": syntax error".into(), at: Some(0) };
        let html = painted(&asked(Vec::new(), Some(refused)), None, Lang::EN);
        assert!(html.contains("line 1, column 1") && html.contains("SELEC 1</code>"), "{html}");
    }

    #[test]
    fn old_results_say_of_which_step_they_are() {
        let old = Asked { stale: true, ..asked(Vec::new(), None) };
        let html = painted(&old, None, Lang::EN);
        assert!(html.contains("of step 12") && html.contains("data-do=\"again\""));
    }

    #[test]
    fn a_write_is_offered_and_asks_before_it_drops() {
        let one = asked(Vec::new(), None);
        assert!(painted(&one, Some(&Offered::Ready), Lang::ZH_HANT).contains("data-do=\"do-it\""));
        let html = painted(&one, Some(&Offered::Drops(Vec::new())), Lang::EN);
        assert!(html.contains("data-do=\"drop\"") && html.contains("data-do=\"cancel\""));
    }
}
