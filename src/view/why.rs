//! Why it came out so: what a mode of a layer does and where its hole is, and what a run that has ended teaches.

use super::lang::{Lang, Said};
use crate::domain::outcome::{Outcome, Verdict};
use crate::domain::scenario::{Dedup, KeyPolicy, Scenario};

/// What each mode of the two layers does, and its hole: path, word, in words.
const MODES: &[(&str, &str, Said)] = &[
    (
        "client.key",
        "none",
        Said::new(
            "Nothing tells the producer that two requests are one purchase.",
            "Producer 無從得知兩個請求其實是同一次購買。",
        ),
    ),
    (
        "client.key",
        "per_click",
        Said::new(
            "A trap: each click brings a new key, so each is a new purchase.",
            "陷阱：每點一下就換一個 key，在它眼裡每一下都是新的購買。",
        ),
    ),
    (
        "client.key",
        "per_intent",
        Said::new(
            "A repeated key gets the stored order. What the broker repeats, it never sees.",
            "同一個 key 再來，只會回傳存好的那筆訂單。之後 broker 重投幾次，producer 都看不到。",
        ),
    ),
    (
        "consumer.dedup",
        "off",
        Said::new("Every redelivery runs the handlers again.", "每次重投，handler 都會再跑一次。"),
    ),
    (
        "consumer.dedup",
        "check_run_mark",
        Said::new(
            "SELECT, effect, INSERT, one after the other: a crash or a second worker in between, and it runs twice.",
            "SELECT、effect、INSERT 各自獨立：中間 crash，或另一個 worker 也剛查過，就會做兩次。",
        ),
    ),
    (
        "consumer.dedup",
        "one_transaction",
        Said::new(
            "Mark and row commit together: rows happen once. A mail leaves outside of the transaction.",
            "標記與資料列一起 commit，資料列只會有一次；信卻寄在交易之外。",
        ),
    ),
    (
        "consumer.dedup",
        "one_transaction_mark_last",
        Said::new(
            "Of two workers the late one rolls back its row, but not its mail.",
            "兩個 worker 撞上時，晚的那個資料列會 rollback，信卻收不回來。",
        ),
    ),
    (
        "consumer.dedup",
        "claim",
        Said::new(
            "Claimed before it runs: a crash in between loses the effect, unless the claim has a lease.",
            "先 claim 再做：中間 crash，effect 就沒了，除非 claim 有租約。",
        ),
    ),
    (
        "consumer.dedup",
        "setnx",
        Said::new(
            "A lock in another system: outside the transaction, it expires, and a crash leaves it behind.",
            "鎖在另一個系統：不在交易裡，會過期，crash 還會把它留在那裡。",
        ),
    ),
    (
        "consumer.dedup",
        "in_process",
        Said::new(
            "A set in the worker's own memory: the other worker never sees it, and a restart empties it.",
            "記在 worker 自己的記憶體：別的 worker 看不到，重啟就清空。",
        ),
    ),
    (
        "consumer.dedup",
        "without_overlapping",
        Said::new(
            "A lock only while the handler runs: it keeps two workers apart, and remembers nothing.",
            "只在 handler 執行時上鎖：兩個 worker 不會同時做，但什麼都不記得。",
        ),
    ),
];

/// What a mode does, and its hole; empty for what is no mode of a layer.
pub fn mode(path: &str, word: &str, lang: Lang) -> &'static str {
    let known = MODES.iter().find(|(p, w, _)| *p == path && *w == word);
    known.map_or("", |(.., said)| said.say(lang))
}

/// What a run that has ended teaches; nothing while it goes on.
pub fn closing(scenario: &Scenario, outcome: &Outcome, lang: Lang) -> Option<&'static str> {
    let (key, layer_2) = (scenario.client.key, scenario.consumer.dedup != Dedup::Off);
    let two_orders = outcome.orders > outcome.intents;
    let said = match outcome.worst() {
        Verdict::Pending => return None,
        Verdict::Lost => {
            const {
                Said::new(
                    "Something that the customer wanted never happens, and nothing is left that could still bring it.",
                    "客人要的有一部分就這樣沒了，再也補不回來。",
                )
            }
        }
        Verdict::DeadLettered => {
            const {
                Said::new(
                    "What is missing lies in the dead-letter queue: not lost, and not done until somebody looks.",
                    "缺的那一份在死信佇列裡：沒有遺失，但有人處理之前也不會完成。",
                )
            }
        }
        Verdict::Duplicated if two_orders && key == KeyPolicy::PerClick => {
            const {
                Said::new(
                    "Layer 1 is on, but each click brought a key of its own: two keys, two purchases, two events.",
                    "第 1 層開著，但每點一下就換一個 key：兩個 key、兩次購買、兩個 event。",
                )
            }
        }
        Verdict::Duplicated if two_orders && key == KeyPolicy::PerIntent => {
            const {
                Said::new(
                    "Both requests carried the same key, but when the second came the producer did not know it: not yet, or not any more. Two orders, two events.",
                    "兩個請求帶的是同一個 key，但第二個到的時候 producer 不認得它：還沒存下，或已經忘了。兩筆訂單、兩個 event。",
                )
            }
        }
        Verdict::Duplicated if two_orders && layer_2 => {
            const {
                Said::new(
                    "Layer 2 saw two different events and was right to run both: the repeat happened before it, at the client. Only layer 1 can tell that they are one purchase.",
                    "第 2 層看到兩個不同的 event，兩個都做並沒有錯：重複發生在它之前，在 client 那裡。只有第 1 層認得出這是同一次購買。",
                )
            }
        }
        Verdict::Duplicated if two_orders => {
            const {
                Said::new(
                    "Two requests became two orders and two events; to everybody behind the producer these are two purchases. Layer 1 can tell that they are one.",
                    "兩個請求成了兩筆訂單、兩個 event；在 producer 之後的環節看來，就是兩次購買。第 1 層才認得出是同一次。",
                )
            }
        }
        Verdict::Duplicated if layer_2 => {
            const {
                Said::new(
                    "Layer 2 is on, and this fault went through its hole: something was done that its mark does not cover.",
                    "第 2 層開著，這個故障還是從空隙漏了過去：事情做了，標記卻沒記到。",
                )
            }
        }
        Verdict::Duplicated if key == KeyPolicy::PerIntent => {
            const {
                Said::new(
                    "Layer 1 saw a single request and did its work: the repeat happened behind it, at the broker. Only layer 2 can tell that this event was here before.",
                    "第 1 層只看到一個請求，也盡了本分：重複發生在它後面，在 broker 那裡。只有第 2 層認得出這個 event 來過。",
                )
            }
        }
        Verdict::Duplicated => {
            const {
                Said::new(
                    "One event came more than once, and nothing remembered that it was done. Layer 2 can remember.",
                    "同一個 event 來了不只一次，卻沒有誰記得已經做過。第 2 層可以記住。",
                )
            }
        }
        Verdict::Once if outcome.deliveries > outcome.intents => {
            const {
                Said::new(
                    "Delivered more than once, done once: at-least-once delivery and an idempotent consumer.",
                    "送了不只一次，只做一次：at-least-once delivery 加上冪等的 consumer。",
                )
            }
        }
        Verdict::Once if outcome.requests > outcome.intents => {
            const {
                Said::new(
                    "Asked more than once, ordered once: the repeated key found the stored order.",
                    "請求來了不只一次，只成立一筆訂單：同一個 key 找回了原本那筆。",
                )
            }
        }
        Verdict::Once => {
            const { Said::new("Every effect happened once.", "每個 effect 都剛好發生一次。") }
        }
    };
    Some(said.say(lang))
}

#[cfg(all(test, feature = "en", feature = "zh-hant"))]
mod tests {
    use super::*;
    use crate::domain::settings::{Kind, find};

    #[test]
    fn every_mode_of_both_layers_names_its_hole() {
        for path in ["client.key", "consumer.dedup"] {
            let Some(Kind::Choice(words)) = find(path).map(|setting| setting.kind) else { panic!("{path}") };
            for word in words {
                assert_ne!(mode(path, word, Lang::EN), "", "{path} {word}");
                assert_ne!(mode(path, word, Lang::ZH_HANT), "", "{path} {word}");
            }
        }
    }
}
