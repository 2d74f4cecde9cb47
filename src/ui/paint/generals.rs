//! How the board of the two generals looks: the controls and what it comes to above, the messengers, what each
//! side knows and the argument below; and read as broker and consumer, the way out.

use super::super::action::Action;
use super::super::html::Html;
use super::draw::{self, ROW};
use super::{hue, icons, verdict_class};
use crate::domain::ids::{EventNo, Millis};
use crate::domain::lang::Said;
use crate::view::diagram::{Mark, Row, Shape};
use crate::view::generals::{
    Board, Fate, MOST, Move, Side, Step, World, brings, capital, name, sender, way_out,
};
use crate::view::lang::Lang;

/// The run of the workbench that shows the way out: an ack is lost, without layer 2 and with it.
pub const RUN: &str = "v=1&compare=true&fault=ack_lost&b.consumer.dedup=one_transaction";

/// Where an arrow begins and ends in its row, which is higher than a row of a lab: it is something to press.
const SLOPE: (i32, i32) = (22, 34);

const READ_AS: Said = Said::new("Read the board as", "把這張圖看成");
const GENERALS: Said = Said::new("two generals", "兩位將軍");
const BROKER: Said = Said::new("broker and consumer", "broker 與 consumer");
const MESSENGERS: Said = Said::new("How many are sent", "總共送幾則");
const FEWER: Said = Said::new("Leave out the last one", "拿掉最後一則");
const MORE: Said = Said::new("One more ack", "多一個 ack");
const AGAIN: Said = Said::new("Start over", "重來");
const HINT: Said =
    Said::new("Lose any of them; press again to let it through.", "挑一則弄丟；再按一次就放它過去。");
const LOSE: Said = Said::new("lose", "弄丟");
const ARRIVED: Said = Said::new("arrives", "到了");
const LOST: Said = Said::new("lost", "掉了");
const NOT_SENT: Said = Said::new("never sent", "沒有送");
const BOARD: Said = Said::new("Messengers", "來回的訊息");
const ARGUMENT: Said = Said::new("Is the last one needed?", "最後一則有必要嗎？");
const WAY_OUT: Said = Said::new("The way out", "出路");
const PARITY: Said = Said::new(
    "An odd number ends at the consumer, and losing the last one loses the message. An even number ends at the broker, and losing the last one brings the message again. More acks only choose between the two.",
    "則數是奇數，最後一則由 consumer 收，掉了就遺失；是偶數，最後一則由 broker 收，掉了就再來一次。多加 ack 只是在兩者之間選邊，哪一個都除不掉。",
);
const TWO: Said = Said::new(
    "So take two, and let it come again. The broker needs no certainty: it repeats until an ack arrives. The consumer inserts a row for the event in the transaction that does the work; if the row was there already, it skips the work and acks.",
    "那就選兩則，讓它再來。Broker 不需要確定什麼，一直送到收到 ack 為止。Consumer 在做事的同一個交易裡，為這個 event 插入一列；如果那一列早就在了，就略過，只回 ack。",
);
const AGAIN_DELIVERY: Said = Said::new("delivery, again", "再一次 delivery");
const PROCESSED: Said = Said::new("inserted: process", "插入了：處理");
const SKIPPED: Said = Said::new("not inserted: skip", "沒插入：略過");
const RUN_IT: Said = Said::new("Run it in the workbench", "在工作台跑一次");

/// The controls, and what the board comes to.
pub fn above(board: Board, lang: Lang) -> Vec<Html> {
    let say = |said: Said| said.say(lang);
    let (mut reading, mut count, mut result) = (Html::new(), Html::new(), Html::new());
    let worlds = [(World::Generals, GENERALS), (World::Broker, BROKER)];
    let options = worlds
        .iter()
        .map(|(world, said)| (Action::Board(Move::Read(*world)), said.say(lang), board.world == *world));
    reading.segmented("generals-world", "reading", say(READ_AS), options);

    count.m("<div class=\"how-many\" role=\"group\" aria-label=\"").t(say(MESSENGERS)).m("\">");
    let buttons = [
        ("−", FEWER, Move::Fewer, board.planned > 1),
        ("+", MORE, Move::More, board.planned < MOST),
        ("", AGAIN, Move::Reset, board.after(Move::Reset) != board),
    ];
    for (sign, said, what, possible) in buttons {
        count.m("<button type=\"button\" class=\"tool\"").act(Action::Board(what));
        count.m_if(!possible, " aria-disabled=\"true\"").m("><span aria-hidden=\"true\">");
        match sign {
            "" => count.icon(icons::AGAIN),
            sign => count.t(sign),
        };
        count.m("</span> ").t(say(said)).m("</button>");
    }
    count.m("</div>");

    let verdict = board.verdict();
    result.m("<p class=\"verdict ").m(verdict_class(verdict)).m("\" data-testid=\"result\">").sign(verdict);
    result.m("<span>").t(&board.result(lang)).m("</span></p>");
    vec![reading, count, result]
}

/// The messengers, what each side knows, the argument, the way out.
pub fn below(board: Board, lang: Lang) -> Vec<Html> {
    let mut parts = vec![messengers(board, lang), knowledge(board, lang), Html::new()];
    parts[2].m("<section class=\"argument\"><h3>").t(ARGUMENT.say(lang)).m("</h3><p>");
    parts[2].t(&board.argument(lang)).m("</p></section>");
    if board.world == World::Broker {
        parts.push(out(board, lang));
    }
    parts
}

fn heads(h: &mut Html, world: World, lang: Lang) {
    h.m("<div class=\"lanes\" aria-hidden=\"true\">");
    for side in Side::ALL {
        let name = name(side, world, lang);
        h.m("<span class=\"lane\">").t(&capital(name.trim_start_matches("the "))).m("</span>");
    }
    h.m("</div>");
}

fn lives(h: &mut Html) {
    for side in Side::ALL {
        let x = draw::lane_x(side as usize, 2);
        h.m("<line class=\"life\" y1=\"0\" y2=\"100%\" x1=\"")
            .hundredths(x)
            .m("%\" x2=\"")
            .hundredths(x)
            .m("%\"/>");
    }
}

fn messengers(board: Board, lang: Lang) -> Html {
    let mut h = Html::new();
    h.m("<section class=\"messengers\" aria-label=\"").t(BOARD.say(lang)).m("\"><p class=\"aside\">");
    h.t(HINT.say(lang)).m("</p>");
    heads(&mut h, board.world, lang);
    h.m("<ol>");
    for i in 1..=board.planned {
        let (from, fate) = (sender(i), board.fate(i));
        let what = brings(i, board.world, lang);
        let said = match fate {
            Fate::Arrives => ARRIVED,
            Fate::Lost => LOST,
            Fate::NotSent => NOT_SENT,
        }
        .say(lang);
        h.m("<li class=\"row ")
            .m(hue(Some(EventNo(1))))
            .m_if(fate == Fate::Lost, " bad")
            .m("\"><span class=\"who\">");
        h.n(i).m("</span><span class=\"art\"><svg aria-hidden=\"true\">");
        lives(&mut h);
        let [x1, x2] = [from, from.other()].map(|side| draw::lane_x(side as usize, 2));
        match fate {
            Fate::NotSent => {
                h.m("<text class=\"unsent\" x=\"50%\" y=\"27\" text-anchor=\"middle\">").t(said).m("</text>");
            }
            Fate::Arrives => draw::arrow(&mut h, (x1, x2), SLOPE, false, i > 1, &what),
            Fate::Lost => {
                let (y1, y2) = SLOPE;
                let (x2, y2) = (x1 + (x2 - x1) * 56 / 100, y1 + (y2 - y1) * 56 / 100);
                draw::arrow(&mut h, (x1, x2), (y1, y2), true, i > 1, "");
                h.m("<text x=\"50%\" y=\"16\" text-anchor=\"middle\">")
                    .t(&what)
                    .m(" · ")
                    .t(said)
                    .m("</text>");
            }
        }
        h.m("</svg></span><span class=\"hidden\"> ").t(&what).m(", ");
        h.t(name(from, board.world, lang)).m(" → ").t(name(from.other(), board.world, lang)).m(", ").t(said);
        h.m("</span><button type=\"button\" class=\"lose\"").act(Action::Board(Move::Lose(i)));
        h.m(if fate == Fate::Lost { " aria-pressed=\"true\"" } else { " aria-pressed=\"false\"" });
        h.m_if(fate == Fate::NotSent, " disabled").m(">").t(LOSE.say(lang));
        h.m("<span class=\"hidden\"> ").n(i).m("</span></button></li>");
    }
    h.m("</ol></section>");
    h
}

fn knowledge(board: Board, lang: Lang) -> Html {
    let mut h = Html::new();
    h.m("<div class=\"knowledge\">");
    for side in Side::ALL {
        let it = name(side, board.world, lang);
        let [known, doubt] = board.knows(side, lang);
        h.m("<section data-testid=\"").m(if side == Side::A { "knows-a" } else { "knows-b" }).m("\"><h3>");
        match lang {
            Lang::En(_) => h.m("What ").t(it).m(" knows"),
            Lang::ZhHant(_) => h.t(&capital(it)).m(" 知道什麼"),
        };
        h.m("</h3><p class=\"known\">").t(&known).m("</p><p class=\"doubt\">").t(&doubt);
        h.m("</p><p class=\"does\"><span aria-hidden=\"true\">").m(if board.acts(side) {
            "▶"
        } else {
            "‖"
        });
        h.m("</span> <b>").t(&capital(it)).m(match lang {
            Lang::En(_) => " ",
            Lang::ZhHant(_) => "：",
        });
        h.t(board.does(side, lang)).m("</b></p></section>");
    }
    h.m("<p class=\"aside\">").t(match (board.world, lang) {
        (World::Generals, Lang::En(_)) => {
            "The rule: attack as soon as everything that the plan promises you has reached you."
        }
        (World::Generals, Lang::ZhHant(_)) => "規則：計畫裡該送到你手上的都到了，就進攻。",
        (World::Broker, Lang::En(_)) => {
            "The rule: the consumer processes, the broker forgets, as soon as everything that the plan promises it has arrived."
        }
        (World::Broker, Lang::ZhHant(_)) => {
            "規則：計畫裡該送到的都到了，consumer 就處理，broker 就忘掉。"
        }
    });
    h.m("</p></div>");
    h
}

fn out(board: Board, lang: Lang) -> Html {
    let mut h = Html::new();
    h.m("<section class=\"out\"><h3>")
        .t(WAY_OUT.say(lang))
        .m("</h3><div><p>")
        .t(PARITY.say(lang))
        .m("</p><p>");
    h.t(TWO.say(lang)).m("</p><p><a href=\"../../workbench/#").t(RUN).m("\">").t(RUN_IT.say(lang));
    h.m("</a></p></div><div>");
    heads(&mut h, World::Broker, lang);
    h.m("<ol>");
    for (step, what) in way_out(board.lost).into_iter().enumerate() {
        let (a, b) = (Side::A as usize, Side::B as usize);
        let lost_too =
            |text: &str, lost| if lost { format!("{text} · {}", LOST.say(lang)) } else { text.into() };
        let (shape, label) = match what {
            Step::Delivery { again, lost } => {
                let text = if again { AGAIN_DELIVERY.say(lang) } else { "delivery" };
                (Shape::Arrow { from: a, to: b, lost, reply: false }, lost_too(text, lost))
            }
            Step::Processed => (Shape::Point { lane: b, mark: Mark::Commit }, PROCESSED.say(lang).into()),
            Step::Skipped => (Shape::Point { lane: b, mark: Mark::Skip }, SKIPPED.say(lang).into()),
            Step::Ack { lost } => (Shape::Arrow { from: b, to: a, lost, reply: true }, lost_too("ack", lost)),
        };
        let bad = matches!(shape, Shape::Arrow { lost: true, .. });
        h.m("<li class=\"row ")
            .m(hue(Some(EventNo(1))))
            .m_if(bad, " bad")
            .m("\"><span class=\"hidden\">")
            .t(&label);
        h.m("</span><span class=\"art\"><svg aria-hidden=\"true\" height=\"").d(&ROW).m("\">");
        lives(&mut h);
        let row = Row {
            step,
            at: Millis(0),
            pause_before_ms: None,
            shape,
            event: None,
            label,
            bad,
            decisions: Vec::new(),
        };
        draw::row(&mut h, &row, 2);
        h.m("</svg></span></li>");
    }
    h.m("</ol></div></section>");
    h
}

#[cfg(all(test, feature = "en", feature = "zh-hant"))]
mod tests {
    use super::*;
    use crate::domain::link::Lab;

    fn painted(board: Board, lang: Lang) -> String {
        above(board, lang).iter().chain(&below(board, lang)).map(Html::as_str).collect()
    }

    #[test]
    fn every_messenger_is_a_button_and_what_is_never_sent_cannot_be_lost() {
        let html = painted(Board { lost: Some(2), ..Board::OPENING }, Lang::EN);
        assert_eq!(html.matches("class=\"lose\"").count(), 4);
        assert_eq!(html.matches("aria-pressed=\"true\"").count(), 1);
        assert_eq!(html.matches(" disabled>").count(), 2);
        assert_eq!(html.matches("class=\"cross\"").count(), 1);
    }

    #[test]
    fn the_way_out_is_the_brokers() {
        for &lang in Lang::ALL {
            assert!(!painted(Board::OPENING, lang).contains("class=\"out\""));
            let html = painted(Board { world: World::Broker, lost: Some(2), ..Board::OPENING }, lang);
            assert!(html.contains("class=\"out\"") && html.contains(SKIPPED.say(lang)), "{html}");
        }
    }

    #[test]
    fn the_run_in_the_workbench_can_be_read() {
        assert!(Lab::from_fragment(RUN).is_ok());
        // And it is the one that the page pins below the board.
        let page = include_str!("../../../content/en/labs/two-generals.md");
        assert!(page.contains(&format!("link = \"{RUN}\"")));
    }
}
