//! The sentences in Traditional Chinese. Each stands on one line, however long, so that it can be read and found whole.

use super::{Gone, Holder, Past, Why, tag, tags};
use crate::domain::command::{Operation, Route};
use crate::domain::fault::Gap;
use crate::domain::scenario::{Commit, Handler, LateAck};
use crate::domain::sql::Table;
use crate::domain::trace::{
    At, Back, Declined, GaveUp, KeyState, Memory, Publisher, Rebalance, Rollback, Status, Swallowed, What,
};

fn ordinal(n: usize) -> String {
    const WORDS: [&str; 6] = ["第一", "第二", "第三", "第四", "第五", "第六"];
    n.checked_sub(1).and_then(|n| WORDS.get(n)).map_or_else(|| format!("第 {n} "), |word| (*word).into())
}

/// What entry `what` does, with markup.
pub fn sentence(past: &Past<'_>, what: &What) -> String {
    match what {
        What::Requested { click: 0, route, key, changed_body, lost, .. } => {
            let known = key.is_some_and(|key| past.key_known(key));
            let text = match (route, key, known) {
                (Route::Naive, ..) => {
                    "手動送出的請求，走的是陽春路徑：先 commit 訂單再 publish，handler 也不問這個 event 見過沒有。"
                }
                (_, None, _) => "手動送出的請求，沒有 key：沒有人看得出它是不是重複的。",
                (_, _, true) if *changed_body => "手動送出的請求，key 用過了，body 卻不一樣。",
                (_, _, true) => "手動送出的請求，`Idempotency-Key` 用過了，producer 認得出來。",
                (_, _, false) => "手動送出的請求，它的 `Idempotency-Key` 會成為 event 的 id。",
            };
            text.to_string() + if *lost { "它在半路遺失了。" } else { "" }
        }
        What::RequestFailed { request } => format!(
            "SQLite 拒絕：{}。{request} 寫下的全部 rollback。",
            past.refusal().unwrap_or("訂單不見了")
        ),
        What::RelayStopped { relay } => format!(
            "SQLite 拒絕：{}。{relay} 停下來，還沒 publish 的留在 `outbox` 裡。",
            past.refusal().unwrap_or_default()
        ),
        What::Queried { on } => match (past.refusal(), past.rows()) {
            _ if past.busy() => {
                format!("你的 SQL 撞上 worker 還開著的交易：{on} 資料庫鎖住了，什麼都沒做。")
            }
            (Some(error), _) => format!("你對 {on} 資料庫下的 SQL 被拒絕：{error}。"),
            (None, 0) => format!("你的 SQL 沒有改動 {on} 資料庫。"),
            (None, n) => format!("你的 SQL 改了 {on} 資料庫的 {n} 列，pipeline 裡沒有人知道。"),
        },
        What::Requested { click, retry, key, changed_body, lost, .. } => {
            let known = key.is_some_and(|key| past.key_known(key));
            let text = match (retry, click, key.is_some(), known) {
                (1.., _, true, _) => {
                    "等不到回應，client 再送一次，帶的是同一個 `Idempotency-Key`，producer 認得出來。"
                }
                (1.., _, false, _) => {
                    "等不到回應，client 再送一次，沒有帶 key，在 producer 眼裡這是另一次購買。"
                }
                (_, 2.., true, true) if *changed_body => {
                    "又點一下，key 沒變，購物車卻改過：同一個 `Idempotency-Key` 配上兩種 body。"
                }
                (_, 2.., true, true) => {
                    "同一次購買又點一下，帶的是同一個 `Idempotency-Key`，producer 認得出來。"
                }
                (_, 2.., true, false) => {
                    "同一次購買又點一下，卻換了新的 `Idempotency-Key`：第 1 層開著，但在它看來這是另一次購買。"
                }
                (_, 2.., false, _) => "同一次購買又點一下，沒有 key。Producer 無從知道自己已經收過一次。",
                (_, _, true, _) if past.keys_apart() => {
                    "客人按下*購買*。這個請求帶著 `Idempotency-Key`，producer 把它另外存在一張表裡。"
                }
                (_, _, true, _) => "客人按下*購買*。這個請求帶著 `Idempotency-Key`，它會成為 event 的 id。",
                (_, _, false, _) => "客人按下*購買*。這個請求沒有帶 `Idempotency-Key`。",
            };
            match lost {
                false => text.into(),
                true => {
                    let first = text.split_once('。').map_or(text, |(first, _)| first);
                    format!("{first}。它在半路遺失，而 client 無從得知。")
                }
            }
        }
        What::TimedOut { request, again } if past.told_to_wait(*request).is_some() => format!(
            "{request} 得到的回應是 {}，{}。",
            past.told_to_wait(*request).unwrap_or(0),
            if *again { "client 再試一次" } else { "client 放棄了" }
        ),
        What::KeyChecked { request, state } => match state {
            KeyState::Free => format!("{request}：這個 key 沒有紀錄，於是開始做事。"),
            KeyState::InProgress => format!("{request}：這個 key 已經有人 claim，還沒有存下結果。"),
            KeyState::Done => format!("{request}：認得這個 key，回存下的訂單。"),
            KeyState::Failed => {
                format!("{request}：這個 key 存的是一次失敗，就回那次失敗，不管現在其實做不做得到。")
            }
        },
        What::KeyStored { request, state } => match state {
            KeyState::Free => format!("{request} 放掉它的 key，別的嘗試可以再 claim。"),
            KeyState::InProgress => format!(
                "{request} 用單獨的交易 claim 它的 key。從這裡開始若是 crash，留下的只有 claim，沒有訂單。"
            ),
            KeyState::Done => {
                format!("{request}：訂單之後才用單獨一句 SQL 存下 key。在這之前來查的，什麼都看不到。")
            }
            KeyState::Failed => format!("{request}：失敗被記在這個 key 上，不在那個 rollback 掉的交易裡。"),
        },
        What::CommitFailed { request, .. } => {
            format!("資料庫拒絕 {request} 的 commit：訂單和 event 一起 rollback。")
        }
        What::TimedOut { request, again } => match (past.committed(*request), again) {
            (true, true) => {
                format!("{request} 逾時沒有回應，client 決定再試。其實訂單已經成立，缺的只是回應。")
            }
            (true, false) => {
                format!("{request} 逾時沒有回應，client 放棄了。其實訂單已經成立，缺的只是回應。")
            }
            (false, true) => {
                format!("{request} 逾時沒有回應。丟的是請求還是回應，client 分不出來，只能再試。")
            }
            (false, false) => {
                format!("{request} 逾時沒有回應。丟的是請求還是回應，client 分不出來，也不再試了。")
            }
        },
        What::Responded { request, status, order, lost } => {
            let order = order.map_or(String::new(), |order| format!(" {order}"));
            let second = past.intent_of(*request).is_some_and(|intent| past.orders(intent, *request) > 0);
            match (status, lost, second) {
                (Status::Created, true, _) => {
                    format!("訂單{order} 已經成立，回應卻在半路遺失：client 會以為失敗了。")
                }
                (Status::Created, false, true) => {
                    format!("201，訂單{order}：同一次購買的第二筆訂單，兩邊都沒有察覺。")
                }
                (Status::Created, false, false) => format!("201：訂單{order} 成立，client 也知道了。"),
                (Status::Stored, false, _) => {
                    format!("200，回的是先前存下的訂單{order}：重複的請求沒有產生任何新東西。")
                }
                (Status::Stored, true, _) => {
                    format!("200 與先前的訂單{order} 在半路遺失。只要 key 不變，再問一次也無妨。")
                }
                (Status::Refused, false, _) => "422：這個 key 屬於另一份 body。什麼都沒有寫入。".into(),
                (Status::Conflict, ..) => "409：帶這個 key 的請求據說還在處理中，請稍後再試。".into(),
                (Status::Failed, ..) => "500：producer 失敗了。".into(),
                (Status::Refused, true, _) => "422，連這個拒絕也在半路遺失。什麼都沒有寫入。".into(),
            }
        }
        What::OrderWritten { event, order, intent, request } => {
            let e = tag(*event);
            let again =
                if past.orders(*intent, *request) > 0 { "（同一次購買的第二筆）" } else { "" };
            match past.outbox() {
                true => format!(
                    "Producer 在一個交易裡寫入訂單 {order}{again}{}，並把 {e} 放進 `outbox`。Commit 之前誰也看不到。",
                    past.producer_charges("、它的扣款", "")
                ),
                false => format!(
                    "Producer 寫入訂單 {order}{again}{}，{e} 卻不在任何一張表裡。這就是 dual write：資料庫和 broker 各寫各的。",
                    past.producer_charges(" 與扣款", "")
                ),
            }
        }
        What::OrderCommitted { event, order, intent, request } => {
            let e = tag(*event);
            match (past.orders(*intent, *request) > 0, past.outbox(), past.published(*event)) {
                (true, ..) => format!(
                    "訂單 {order} commit 了，還有自己的 event {e}：同一次購買的第二筆訂單{}。",
                    past.producer_charges("，卡又被扣一次", "")
                ),
                (false, true, _) => {
                    let and = past.producer_charges("、扣款與", " 與");
                    format!("Commit：訂單 {order}{and} {e} 從此刻起一起存在。")
                }
                (false, false, false) => format!(
                    "Commit：訂單 {order} 成立{}。{e} 還沒 publish，而沒有任何一張表記得這件事。",
                    past.producer_charges("，卡也扣了", "")
                ),
                (false, false, true) => {
                    format!("Commit：{e} 早就告訴 broker 的訂單 {order}，現在才真的存在。")
                }
            }
        }
        What::OrderFound { event, order, .. } => format!(
            "`ON CONFLICT (event_id) DO NOTHING` 異動 0 列：這個 key 就是 {}，訂單 {order} 已經在了。第 1 層什麼都不寫，直接回存下的訂單。",
            tag(*event)
        ),
        What::KeyReused { event, .. } => format!(
            "{} 的 key 配上了另一份 body，所以拒絕，什麼都不寫：一個 key 只能代表一次購買。",
            tag(*event)
        ),
        What::ProducerCrashed { gap, request } => {
            let event = past.written(*request);
            let published = event.is_some_and(|event| past.published(event));
            let e = event.map_or("event".into(), tag);
            match (gap, published, past.outbox()) {
                (Gap::Claimed, ..) => {
                    "Producer 被砍掉時，key 已經 claim，事情卻還沒做：claim 已經 commit，而它從此沒有主人。"
                        .into()
                }
                (Gap::BeforeCommit, true, _) => {
                    format!("Producer 在 publish 之後、commit 之前被砍掉：{e} 說的是一筆不存在的訂單。")
                }
                (Gap::BeforeCommit, false, _) => {
                    "Producer 在 commit 之前被砍掉。交易 rollback，訂單和 event 都不存在。".into()
                }
                (_, false, false) => format!(
                    "Producer 在 commit 與 publish 之間被砍掉：訂單在，{e} 永遠不會送出，也沒有任何一張表記得它。"
                ),
                (_, true, false) => {
                    "Producer 在回應之前被砍掉。訂單和 event 都在，client 只知道沒等到回應。".into()
                }
                (_, _, true) => format!(
                    "Producer 在 commit 之後、回應之前被砍掉。訂單和 {e} 都安穩地存在資料庫，client 只知道沒等到回應。"
                ),
            }
        }
        What::ProducerRestarted => "Producer 回來了，還在的只有 commit 過的東西。".into(),
        What::OutboxRead { relay, events } => {
            let again = past.published_of(events);
            match (events.is_empty(), again.is_empty(), past.read_by_other(*relay, events)) {
                (true, ..) => format!("{relay} 在 `outbox` 裡找不到還沒 publish 的列。"),
                (_, false, true) => format!(
                    "{relay} 看到 {} 還沒標記，但另一個 relay 已經送過 {}：沒有鎖，兩邊拿的是同一列。",
                    tags(events, "、"),
                    tags(&again, "、")
                ),
                (_, false, false) => format!(
                    "{relay} 看到 {} 還沒標記，其實 {} 先前已經送過：少了標記，就會再送一次。",
                    tags(events, "、"),
                    tags(&again, "、")
                ),
                (_, true, true) => format!(
                    "{relay} 讀到 {}，而另一個 relay 手上也有：沒有鎖，兩邊都會 publish。",
                    tags(events, "、")
                ),
                (_, true, false) => {
                    format!("{relay} 讀出 `outbox` 裡還沒標記為已送出的列：{}。", tags(events, "、"))
                }
            }
        }
        What::Published { by: _, event, message, row: Some(row) } => format!(
            "{} 又送了一次，裝在 {message} 裡，id 卻是這次 publish 才產生的：{}。對下游來說，這是另一個 event。",
            tag(*row),
            tag(*event)
        ),
        What::Published { by, event, message, .. } => {
            let e = tag(*event);
            match (by, past.published(*event)) {
                (Publisher::Operator, _) => {
                    format!("維運人員把 {e} 再 publish 一次，裝進新的訊息 {message}，event id 不變。")
                }
                (Publisher::Relay(relay), false) => {
                    format!(
                        "{relay} 把 {e} 裝進訊息 {message} 送給 broker{}，等它 confirm。",
                        past.own(past.words.publish)
                    )
                }
                (Publisher::Relay(relay), true) => format!(
                    "{relay} 又把 {e} 送了一次，訊息是新的 {message}，event id 是同一個：outbox 防漏，從來不防重。"
                ),
                (Publisher::Worker(worker), _) => format!(
                    "{worker} 把 {e} 另外裝進 {message} 送出去再試一次，然後 ack 舊的那則。Event id 不變，message id 換了新的。"
                ),
                (Publisher::Producer, _) => {
                    format!(
                        "Producer 自己把 {e} 裝進訊息 {message} 送出去{}，這一步在交易之外。",
                        past.own(past.words.publish)
                    )
                }
            }
        }
        What::Confirmed { by, message, lost, .. } => match (lost, by) {
            (false, _) => format!(
                "Broker 收到 {message} 並 confirm{}：從現在起，投遞是 broker 的事。",
                past.own(past.words.confirm)
            ),
            (true, Publisher::Relay(relay)) => {
                format!("Broker 收到 {message}，confirm 卻在半路遺失：在 {relay} 看來，這次 publish 失敗了。")
            }
            (true, _) => format!("Broker 收到 {message}，confirm 卻在半路遺失。"),
        },
        What::ConfirmTimedOut { relay, event } => format!(
            "{} 的 confirm 逾時沒有來。{relay} 不知道 broker 收到沒有，只好不標記，之後再送一次。",
            tag(*event)
        ),
        What::OutboxMarked { relay, event } => {
            format!("{relay} 把 {} 標記為已送出，這一列不會再被讀到。", tag(*event))
        }
        What::RelayCrashed { relay, event, .. } => format!(
            "{relay} 在送出 {} 之後、標記之前被砍掉：broker 已經有了，`outbox` 卻還說沒送。",
            tag(*event)
        ),
        What::RelayRestarted { relay } => format!("{relay} 回來了，`outbox` 說還沒送的，它就從那裡開始。"),
        What::Delivered { event, worker, lost, acked: true, .. } => match lost {
            true => format!(
                "Broker 把 {} 交給 {worker}{}，當下就忘掉它。它卻沒有送到，從此誰手上都沒有。",
                tag(*event),
                past.own(past.words.auto_ack)
            ),
            false => format!(
                "Broker 把 {} 交給 {worker}{}，當下就忘掉它：不管接下來怎樣，它都不會再來。",
                tag(*event),
                past.own(past.words.auto_ack)
            ),
        },
        What::Delivered { delivery, message, event, worker, attempt, lost, .. } => {
            let e = tag(*event);
            let by = past.own(past.words.deliver);
            let told = past.again(*attempt);
            if *lost {
                return format!(
                    "Broker 第 {attempt} 次投遞 {e}，交給 {worker}{by}，但沒有送到：對 broker 這算一次投遞，對 worker 什麼都沒發生。"
                );
            }
            match past.earlier(*event, *delivery) {
                None if past.log => format!("Broker 把 {e} 交給 {worker}{by}，這是它的第一次投遞。"),
                None => format!(
                    "Broker 把 {e} 交給 {worker}{by}，這是它的第一次投遞，有自己的 {}。",
                    past.words.delivery
                ),
                Some(before) if before.message != *message => match past.publisher(*message) {
                    Some(Publisher::Operator) => format!(
                        "{e} 又來了，是維運人員要求的：對 broker 是新訊息 {message}，對 {worker} 是同一個 event。"
                    ),
                    _ => format!(
                        "{e} 又來了，換了一個信封：對 broker 是新訊息 {message}，對 {worker} 是同一個 event。"
                    ),
                },
                Some(before) => {
                    let to = if before.worker == *worker {
                        format!("還是交給 {worker}")
                    } else {
                        format!("這次交給 {worker}")
                    };
                    match (past.any_effect(*event), before.why) {
                        (_, Why::Operator) => {
                            format!("{e} 又來了，是維運人員撈回來的：第 {attempt} 次投遞，{to}。")
                        }
                        (true, Why::Nacked) => format!(
                            "同一個 event 又來了：{e} 第 {attempt} 次投遞{told}，{to}。先前只有一個 handler 失敗，成功的那些也會再被叫一次。"
                        ),
                        (true, Why::Held) => format!(
                            "同一個 event 又來了：{e} 第 {attempt} 次投遞{told}，{to}。先前擋路的 claim，現在可能已經結清或過期。"
                        ),
                        (true, Why::Silence) => format!(
                            "同一個 event 又來了：{e} 第 {attempt} 次投遞{told}，{to}。先前已經做過事，只是 broker 不知道。"
                        ),
                        (false, _) => format!(
                            "同一個 event 又來了：{e} 第 {attempt} 次投遞{told}，{to}。先前什麼都還沒做成，at-least-once 為的就是這種情況。"
                        ),
                    }
                }
            }
        }
        What::HeldBack { message, event, behind } => format!(
            "有 worker 空著，{message}（{}）還是留在佇列：同一個 message group 的 {behind} 還沒 ack，整個 group 要照順序來。",
            tag(*event)
        ),
        What::Requeued { message, event, worker, back, .. } => match back {
            Back::ConnectionLost => format!(
                "{worker} 的連線斷了，{message} 一直沒有 ack。Broker 把 {} 放回佇列，它無從知道事情做完沒有。",
                tag(*event)
            ),
            Back::ChannelClosed => format!(
                "{worker} 的 channel 被關閉，{message}（{}）和它手上的其他訊息一起退回佇列。",
                tag(*event)
            ),
            Back::DeadlinePassed if past.claims() => format!(
                "{message}（{}）在 {worker} 手上一直沒有 ack，過了期限{}，別的 worker 可以拿走{}。原來那個可能死了、可能只是慢，也可能早就做完。",
                tag(*event),
                past.own(past.words.deadline),
                past.own(past.words.claim)
            ),
            Back::DeadlinePassed => format!(
                "超過 ack 期限{}，broker 從 {worker} 手上收回 {message}（{}）。那個 worker 可能死了、可能只是慢，也可能早就做完。",
                past.own(past.words.deadline),
                tag(*event)
            ),
        },
        What::Appended { message, event, partition, offset } => format!(
            "Log 把 {message}（{}）接在 partition {partition} 後面，offset 是 {offset}。不管有沒有人讀，它都留在那裡。",
            tag(*event)
        ),
        What::Rebalanced { why, generation, owners } => {
            let why = match why {
                Rebalance::Start => "Consumer group 開始運作".into(),
                Rebalance::Joined(worker) => format!("{worker} 要加入"),
                Rebalance::Dead(worker) => {
                    format!("{worker} 太久沒有動靜，session 逾時{}", past.own(past.words.session))
                }
                Rebalance::TooSlow(worker) => {
                    format!("{worker} 太久沒有 poll{}，group 不再等它", past.own(past.words.deadline))
                }
                Rebalance::Missed(worker) => format!("Group 以為 {worker} 不見了，其實它還在"),
                Rebalance::Restart => "Broker 離開過，大家重新加入".into(),
            };
            let shares: Vec<String> = owners
                .iter()
                .enumerate()
                .map(|(partition, owner)| {
                    format!("{partition} 歸{}", owner.map_or("無人".into(), |no| format!(" {no}")))
                })
                .collect();
            format!(
                "{why}：第 {generation} 代，partition {}。接手的 worker 從 commit 過的 offset 讀起。",
                shares.join("、")
            )
        }
        What::Polled { worker, partition, offset, records } => {
            format!("{worker} 從 partition {partition} 的 offset {offset} 起讀了 {records} 筆。")
        }
        What::Produced { worker, event, open } => match open {
            true => format!(
                "{worker} 把 {} 的輸出寫到另一個 topic，交易還開著：只讀已 commit 的人還看不到。",
                tag(*event)
            ),
            false => format!("{worker} 把 {} 的輸出寫到另一個 topic。", tag(*event)),
        },
        What::OffsetCommitted { worker, partition, offset, event, how, refused, lost } => {
            let e = tag(*event);
            match (refused, lost, how) {
                (true, _, Commit::Database) => format!(
                    "資料庫裡的 offset 已經往前走了，不是 {worker} 推的：異動 0 列，{e} 的資料列跟著全部 rollback。"
                ),
                (true, ..) => format!(
                    "{worker} 要 commit partition {partition} 的 offset {offset}，被拒絕{}：group 已經是新的一代。{e} 的事卻已經做了。",
                    past.own(past.words.fenced)
                ),
                (_, true, _) => format!(
                    "Offset {offset} 的 commit 在半路遺失：{worker} 繼續往下讀，group 記得的還是舊位置。"
                ),
                (.., Commit::BeforeRun) => format!(
                    "{worker} 什麼都還沒跑，就先 commit partition {partition} 的 offset {offset}{}：現在死掉的話，{e} 不會再有人讀。",
                    past.own(past.words.commit)
                ),
                (.., Commit::AfterRun) => format!(
                    "{worker} commit partition {partition} 的 offset {offset}{}：到 {e} 為止都做完了，不會再讀一次。",
                    past.own(past.words.commit)
                ),
                (.., Commit::Periodic) if past.in_hand(*worker, *event) => format!(
                    "定時器{}commit 了 partition {partition} 的 offset {offset}，而 {worker} 還在做 {e}：對 group 來說，這已經算做完。",
                    or_space(past.own(past.words.timer))
                ),
                (.., Commit::Periodic) => format!(
                    "{worker} 做完 {e} 之後，定時器{}commit 了 partition {partition} 的 offset {offset}。",
                    or_space(past.own(past.words.timer))
                ),
                (.., Commit::Transaction) => format!(
                    "Offset {offset} 和輸出在 log 的同一個交易{}裡一起生效。信和別處的資料列都不在其中。",
                    past.own(past.words.transaction)
                ),
                (.., Commit::Database) if past.entry.effects.is_empty() => format!(
                    "Consumer 的資料庫存下 offset {offset}，沒有 {e} 的任何一列：partition 繼續往下走。"
                ),
                (.., Commit::Database) => format!(
                    "`COMMIT`：{e} 所有 handler 的資料列和 offset {offset} 在同一個資料庫裡、同一刻成真。信不在其中。"
                ),
            }
        }
        What::Swallowed { by, message, event, why } => match why {
            Swallowed::Window => format!(
                "在去重視窗內，broker 看過 {} 的 id{}：{message} 照樣 confirm，然後吞掉。時間從第一份算起，第一份後來怎樣，broker 不管。",
                tag(*event),
                past.own(past.words.dedup_id)
            ),
            Swallowed::Unique => format!(
                "以 {} 為 id 的 unique job 還在佇列裡或執行中，所以 {message} 進不了佇列。佇列裡的 job 後來怎樣，這把鎖管不著。",
                tag(*event)
            ),
            Swallowed::Sequence => format!(
                "這個序號{}，broker 在{} 的同一個 session 裡看過：{message} 是重送，吞掉。換一個 session，序號就不同了。",
                past.own(past.words.dedup_id),
                publisher(*by)
            ),
        },
        What::GaveUp { message, event, attempts, how } => match how {
            GaveUp::Dropped => format!(
                "投遞 {attempts} 次之後{}，{message}（{}）被丟掉：沒有設定死信佇列，也沒有人會被通知。",
                past.own(past.words.limit),
                tag(*event)
            ),
            GaveUp::Parked => format!(
                "投遞 {attempts} 次之後{}，{message}（{}）還存著，但不會再投遞。頂多有一則通知，沒有佇列可以查看。",
                past.own(past.words.limit),
                tag(*event)
            ),
            GaveUp::Expired => format!(
                "{message}（{}）在死信佇列裡過了保留期，被刪掉了。現在誰也沒辦法從那裡把它找回來。",
                tag(*event)
            ),
        },
        What::LateAck { event, worker, rule, .. } => {
            let e = tag(*event);
            match rule {
                LateAck::Ignore => format!("Broker 不理會 {worker} 對 {e} 遲來的 ack。"),
                LateAck::Accept => {
                    format!("Broker 不問訊息在誰手上：{worker} 遲來的 ack 照樣讓 {e} 結案。")
                }
                LateAck::AcceptUnlessRedelivered => {
                    format!("{e} 還沒有再交出去，所以 {worker} 遲來的 ack 仍然算數。")
                }
                LateAck::Refuse => format!(
                    "Broker 拒絕 {worker} 遲來的 ack，並回報錯誤{}。Worker 因此知道自己太慢，但 {e} 做過的事已經做了。",
                    past.own(past.words.unknown)
                ),
                LateAck::CloseChannel => format!(
                    "Broker 不認得這次投遞，於是關閉 {worker} 的 channel{}：它手上的全部退回佇列。",
                    past.own(past.words.unknown)
                ),
            }
        }
        What::BrokerRestarted { forgot } => match forgot.is_empty() {
            true => format!(
                "Broker 重啟。沒有忘掉任何 {}，只是大家都得重新連線。",
                if past.log { "offset" } else { "ack" }
            ),
            false => format!(
                "Broker 重啟，而最近的 ack 還沒存下來：{} 會再投遞一次，雖然事情做完了、也 ack 過了。",
                tags(forgot, "、")
            ),
        },
        What::Extended { event, worker, held, .. } => match held {
            true => format!(
                "{worker} 請 broker 延長 {} 的期限{}，重新起算。",
                tag(*event),
                past.own(past.words.extend)
            ),
            false => format!(
                "{worker} 請 broker 延長 {} 的期限{}，太晚了：broker 已經收回。",
                tag(*event),
                past.own(past.words.extend)
            ),
        },
        What::Held { event, worker, until, .. } => format!(
            "{worker} 提早拿到 {}，先放在記憶體裡，等到 {}。這段時間，期限{}照樣在走。",
            tag(*event),
            crate::view::texts::moment(*until, past.lang),
            past.own(past.words.deadline)
        ),
        What::TakenUp { event, worker, .. } => {
            format!(
                "{worker} 從 buffer 取出等在那裡的 {}。它的期限{}從交出那一刻就開始走了。",
                tag(*event),
                past.own(past.words.deadline)
            )
        }
        What::Declined { event, worker, why, .. } => {
            let e = tag(*event);
            match why {
                Declined::Redelivered if past.any_effect(*event) => format!(
                    "{worker} 看到 {e} 帶著 redelivered 旗標，當作做過而丟掉。旗標其實只代表交出去過。"
                ),
                Declined::Redelivered => format!(
                    "{worker} 看到 {e} 帶著 redelivered 旗標，當作做過而丟掉。其實什麼都沒做，旗標只代表交出去過。"
                ),
                Declined::AttemptsUsedUp => format!(
                    "{worker} 還沒執行就先看 {e} 的次數：太多了，這則訊息直接記為失敗，雖然先前的 worker 可能還在做。"
                ),
            }
        }
        What::WorkerJoined { worker } => format!("{worker} 啟動，開始分擔工作。"),
        What::Purged { table: Table::IdempotencyKeys, .. } => {
            "過了保留期的 key 被刪掉。帶著那些 key 回來的人，producer 只當成新客人。".into()
        }
        What::Purged { rows, .. } => {
            format!("`processed_events` 刪掉 {rows} 列舊標記。之後再來的，看起來都會像新的。")
        }
        What::DeadLettered { message, event, attempts } => {
            let e = tag(*event);
            let limit = if past.by_limit() { past.own(past.words.limit) } else { String::new() };
            let place = if past.log { " dead-letter topic" } else { "死信佇列" };
            match past.any_effect(*event) {
                true => format!(
                    "投遞 {attempts} 次之後{limit}，{message}（{e}）進了{place}。事情做了一部分，其餘要等維運人員撈回來。"
                ),
                false => format!(
                    "投遞 {attempts} 次之後{limit}，{message}（{e}）進了{place}。什麼都還沒做成，但維運人員撈得回來。"
                ),
            }
        }
        What::Checked { at, seen } => checked(past, *at, *seen),
        What::Claimed { at, memory, inserted } => claimed(past, *at, *memory, *inserted),
        What::ClaimHeld { at } => format!(
            "另一個 worker 對 {} 的 claim 還有效。`{}` 不執行也不略過，訊息退回 broker，晚點再來。",
            tag(at.event),
            at.handler
        ),
        What::ClaimTakenOver { at } => {
            let (e, w) = (tag(at.event), at.worker);
            match past.marked(at.handler, at.event).is_some_and(|mark| past.crashed(mark.delivery)) {
                true => format!(
                    "對 {e} 的 claim 已經過期，{w} 換上自己的 token 接手：crash 留下沒做完的事，現在補做。"
                ),
                false => format!(
                    "對 {e} 的 claim 已經過期，{w} 換上自己的 token 接手。原來的 worker 可能死了，也可能只是慢。"
                ),
            }
        }
        What::Overlaps { at, dropped: true } => {
            format!("`{}` 正在別處執行，這裡就丟掉。鎖只知道有人在跑，不知道會不會成功。", at.handler)
        }
        What::Overlaps { at, dropped: false } => {
            format!("`{}` 正在別處執行：{} 先退回 broker，等那邊結束再跑。", at.handler, tag(at.event))
        }
        What::Unlocked { at } => {
            format!("`{}` 做完，釋放鎖。鎖一放，就沒有東西記得 {} 了。", at.handler, tag(at.event))
        }
        What::Began { at } => {
            format!("`BEGIN`：`{}` 替 {} 寫的東西，要嘛一起成真，要嘛一樣都不留。", at.handler, tag(at.event))
        }
        What::Waits { at, holder } => {
            let (w, h) = (at.worker, at.handler);
            match past.holder(*at, *holder) {
                Holder::OtherEvent { holder, shared: false } => format!(
                    "{w} 在等：{} 處理 {} 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。",
                    holder.worker,
                    tag(holder.event)
                ),
                Holder::OtherEvent { holder, shared: true } => format!(
                    "{w} 在等：{} 處理 {} 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等，要到兩邊改同一列時才會等。",
                    holder.worker,
                    tag(holder.event)
                ),
                Holder::Same(holder) => format!(
                    "{w} 在等：{} 也在處理同一個 {}，交易還開著。PostgreSQL 同樣會等，等在 `INSERT` 同一個 key 的地方，直到對方 commit 或 rollback。",
                    holder.worker,
                    tag(holder.event)
                ),
                Holder::OtherKey(holder) => format!(
                    "`{h}` 在等：{} 的 `{}` 也在處理同一個 {}，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。",
                    holder.worker,
                    holder.handler,
                    tag(holder.event)
                ),
                Holder::Unknown => format!("{w} 在等：另一條連線的交易還開著，而 SQLite 鎖的是整個資料庫。"),
            }
        }
        What::Slow { at, ms, too_long: false } => format!(
            "`{}` 花了 {}。光是這樣，還不會超過任何期限。",
            at.handler,
            crate::view::texts::duration(*ms, past.lang)
        ),
        What::Slow { at, ms, .. } => format!(
            "`{}` 花了 {}，超過 {}{}：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。",
            at.handler,
            crate::view::texts::duration(*ms, past.lang),
            if past.log { "poll 間隔" } else { "ack 期限" },
            past.own(past.words.deadline)
        ),
        What::Paused { at, gap, ms } => format!(
            "`{}` 跑到一半（{}），{} 的 process 停頓了 {}。等它恢復，並不知道時間已經過去。",
            at.handler,
            crate::view::settings::gap(*gap, past.lang),
            at.worker,
            crate::view::texts::duration(*ms, past.lang)
        ),
        What::Failed { at } if let Some(error) = past.refusal() => {
            format!("`{}` 處理 {} 失敗，因為 SQLite 拒絕：{error}。", at.handler, tag(at.event))
        }
        What::Failed { at } => match past.failures(*at) {
            1 => format!("`{}` 在 effect 之前拋例外：這次投遞裡，它什麼都沒做成。", at.handler),
            n @ 2 => format!("`{}` 處理 {} 時{}次拋例外。", at.handler, tag(at.event), ordinal(n)),
            n => format!(
                "`{}` 處理 {} 時{}次拋例外。怎麼試都失敗的訊息，叫做 poison message。",
                at.handler,
                tag(at.event),
                ordinal(n)
            ),
        },
        What::Sent { at, order, refused } => {
            let (same, all) =
                (past.effects(at.handler, at.event), past.effects_of_intent(at.handler, at.event));
            let e = tag(at.event);
            let Out { thing, goes, unit, .. } = out(at.handler);
            match (refused, same, all, past.open(at.worker)) {
                (true, ..) if at.handler == Handler::Payment => {
                    "金流商認得這個 `payment_intent_id`，沒有再扣。Handler 又跑了一次，客人只看到一筆扣款。"
                        .into()
                }
                (true, ..) => {
                    format!("寄信服務靠自己的 key 認出 {e}，沒有再寄。Handler 又跑了一次，客人只看到一封信。")
                }
                (false, 0, 0, false) => {
                    format!("訂單 {order} 的{thing}{goes}，沒有任何 rollback 能把它收回。")
                }
                (false, 0, 0, true) => {
                    format!(
                        "訂單 {order} 的{thing}{goes}，而交易還開著：rollback 能撤回的是資料列，不是{thing}。"
                    )
                }
                (false, 0, n, _) => format!(
                    "訂單 {order} 的{thing}{goes}，是同一次購買的{}{unit}：在 pipeline 看來，這是兩個不同的 event。",
                    ordinal(n + 1)
                ),
                (false, n, ..) => format!(
                    "同一筆訂單 {order} 的{}{unit}{thing}{goes}：{e} 再次投遞，而沒有東西攔住 handler。",
                    ordinal(n + 1)
                ),
            }
        }
        What::NoAnswer { at, until } => format!(
            "`{}` 要寄信，但寄信服務到 {}之前都沒有回應：信沒有寄出去。",
            at.handler,
            crate::view::texts::moment(*until, past.lang)
        ),
        What::Wrote { at, changed } => wrote(past, *at, *changed),
        What::Marked { at, inserted } => marked(past, *at, *inserted),
        What::Committed { at } => match past.sent(at.delivery, at.handler) {
            true => {
                let (h, Out { thing, gone, .. }) = (at.handler, out(at.handler));
                let rows =
                    if h.writes() { "的標記和資料列在同一刻成真" } else { "的標記成真" };
                format!("`COMMIT`：`{h}` {rows}。{thing}在這之前就{gone}，不歸交易管。")
            }
            false => {
                format!("`COMMIT`：`{}` 替 {} 做的事和它的標記，在同一刻成真。", at.handler, tag(at.event))
            }
        },
        What::RolledBack { at, why } => match (why, past.sent(at.delivery, at.handler)) {
            (Rollback::AlreadyMarked, true) => {
                let (h, Out { thing, gone, .. }) = (at.handler, out(at.handler));
                let rows = if h.writes() { "寫的列全部撤回" } else { "的交易撤回" };
                format!("`ROLLBACK`：另一個 worker 快了一步，`{h}` {rows}。{thing}撤不回，已經{gone}。")
            }
            (Rollback::AlreadyMarked, false) => {
                format!("`ROLLBACK`：{} 已經有人做過，這個交易什麼都不留，也不該留。", tag(at.event))
            }
            (Rollback::Failed, true) => {
                let Out { thing, gone, another, .. } = out(at.handler);
                format!(
                    "`ROLLBACK`：`{}` 的標記和資料列都不留，{thing}卻已經{gone}。下一次投遞會{another}。",
                    at.handler
                )
            }
            (Rollback::Failed, false) => {
                format!("`ROLLBACK`：`{}` 的標記和資料列都不留，下一次投遞可以乾淨地重來。", at.handler)
            }
        },
        What::WorkerCrashed { worker, gap, delivery, event, handler } => {
            let e = tag(*event);
            let h = handler.map_or("handler".into(), |handler| format!("`{handler}`"));
            let left = past.remains(*worker, *delivery, *handler);
            let Out { thing, gone, .. } = out(handler.unwrap_or(Handler::Email));
            match gap {
                _ if past.settled(*delivery) && *gap != Gap::BeforeAck => format!(
                    "{worker} 做 {e} 做到一半被砍掉，而 broker 早就當它做完。不會有人再送來：到現在還沒做的，就此*遺失*。"
                ),
                Gap::BeforeAck if left.open => format!(
                    "{worker} 被砍掉時，{e} 所有 handler 的資料列都寫了，但還沒 commit：SQLite 全部 rollback，offset 也一樣。已經寄出的信收不回來。"
                ),
                Gap::Received => format!("{worker} 剛拿到 {e} 就被砍掉，handler 都還沒開始：什麼都沒做。"),
                Gap::Checked if left.open => {
                    format!("{worker} 被砍掉時，{h} 的交易開著、裡面還是空的：{e} 在這裡什麼都沒做。")
                }
                Gap::Checked => {
                    format!("{worker} 在 {h} 檢查之後、effect 之前被砍掉：什麼都沒做，也沒有留下做過的紀錄。")
                }
                Gap::EffectDone if left.open && left.sent => format!(
                    "{worker} 在 commit 之前被砍掉，SQLite 把{} rollback。{h} 的{thing}卻已經{gone}，而且沒有任何紀錄。",
                    if *handler == Some(Handler::Email) { "資料列和標記一起" } else { "交易" }
                ),
                Gap::EffectDone if left.open => format!(
                    "{worker} 在 commit 之前被砍掉，SQLite 把 {h} 做的事連同標記一起 rollback，重投時兩樣都能重做。"
                ),
                Gap::EffectDone if left.claimed => {
                    format!("{worker} 在 {h} 的 effect 之後被砍掉；claim 早就寫好，重投時查得到。")
                }
                Gap::EffectDone => format!(
                    "{worker} 在 {h} 的 effect 之後、留下紀錄之前被砍掉：重投時找不到標記，會再做一次。"
                ),
                Gap::Marked if left.open && left.sent => format!(
                    "{worker} 被砍掉時標記寫了還沒 commit：SQLite 全部 rollback，只有 {h} 的{thing}收不回來。"
                ),
                Gap::Marked if left.open => format!(
                    "{worker} 被砍掉時標記寫了還沒 commit：SQLite 把它 rollback，所以沒做的事不會被說成做過。"
                ),
                Gap::Marked
                    if left.claimed && past.effects(handler.unwrap_or(Handler::Email), *event) == 0 =>
                {
                    format!(
                        "{worker} 在 claim 與 effect 之間被砍掉：紀錄說 {h} 接下了 {e}，實際上什麼都沒做。"
                    )
                }
                Gap::Marked => {
                    format!("{worker} 在 {h} 留下標記之後被砍掉：到這裡為止都記得，後面的 handler 還沒跑。")
                }
                Gap::Committed => format!(
                    "{worker} 在 {h} commit 之後被砍掉：做的事和標記都保住了，後面的 handler 還沒跑。"
                ),
                _ => format!(
                    "{worker} 的 handler 全部做完，在 {} 之前被砍掉：broker 分不出這跟什麼都沒做的 worker 有什麼不同。",
                    if past.log { "commit offset" } else { "ack" }
                ),
            }
        }
        What::WorkerRestarted { worker } => {
            format!("{worker} 回來了，記憶體全空，不記得原本做到哪裡。")
        }
        What::Acked { delivery, event, worker, lost, late } => {
            let e = tag(*event);
            let by = past.own(past.words.ack);
            let old = past.old_name().map_or(String::new(), |name| format!("用舊的 {name} "));
            let gone = if past.claims() { "期限已過" } else { "broker 已經把訊息收回" };
            match (lost, late) {
                (true, _) => {
                    format!(
                        "{worker} 對 {e} 的 ack{}在半路遺失：事情做完了，broker 卻永遠不會知道。",
                        or_space(by)
                    )
                }
                (false, true) if past.late_ack_matters() => {
                    format!("{worker} {old}ack {delivery}{by}，太晚了：{gone}。")
                }
                (false, false) if past.not_begun(*delivery) => {
                    format!("{worker} 還沒開始就先 ack {e}{by}：不管接下來怎樣，broker 都不會再送這則訊息。")
                }
                (false, true) => {
                    format!("{worker} {old}ack {delivery}{by}，太晚了：{gone}，這個 ack 改變不了什麼。")
                }
                (false, false) => format!("{worker} ack {e}{by}，broker 不會再送這則訊息。"),
            }
        }
        What::LeftUnacked { event, worker, .. } => format!(
            "{} 的事 {worker} 全都做過，還沒 ack 就 return。在 broker 眼裡沒有人回應，這則訊息會一來再來。",
            tag(*event)
        ),
        What::Nacked { event, worker, late: false, requeue: false, .. } => {
            format!(
                "{worker} nack {}{}，而且不要它回來：直接進死信佇列。",
                tag(*event),
                past.own(past.words.reject)
            )
        }
        What::Nacked { delivery, event, worker, late, .. } => {
            let e = tag(*event);
            let by = past.own(past.words.nack);
            match (late, past.held(*delivery) && !past.threw(*delivery)) {
                (true, _) => format!("{worker} nack {delivery}{by}，太晚了：broker 早就把訊息收回。"),
                (_, true) => format!("{worker} nack {e}{by}：另一個 worker 的 claim 還擋著，訊息晚點再來。"),
                (_, false) => format!(
                    "{worker} nack {e}{by}：一個 handler 失敗，整則訊息都要再來一次，已經成功的 handler 也一樣。"
                ),
            }
        }
        What::Operated { run, events } => match (run, events.is_empty()) {
            (Operation::Replay, false) => format!(
                "維運人員把 {} 再 publish 一次。Id 都沒變，認得出來的只有第 2 層。",
                tags(events, "、")
            ),
            (Operation::Replay, true) => "維運人員要求重放，但還沒有任何 event 送出過。".into(),
            (Operation::RetryAll, false) => format!(
                "維運人員把失敗的全部重試：{} 以新訊息的身分回到佇列，每個 handler 都會再被叫一次，成功過的也不例外。",
                tags(events, "、")
            ),
            (Operation::Resend, false) => {
                format!("維運人員用原本的 message id 把死信重送一次，然後刪掉：{}。", tags(events, "、"))
            }
            (Operation::Deploy, _) => {
                "部署了新版本。做的事一樣，只是 `emailHandler` 的 class 換了名字。".into()
            }
            (Operation::RestartBroker, _) => "維運人員重啟 broker。".into(),
            (Operation::Redrive, false) => {
                format!("維運人員從死信佇列撈回 {}，放回原本的佇列，訊息還是同一則。", tags(events, "、"))
            }
            (_, true) => "維運人員看了死信佇列，裡面是空的。".into(),
        },
    }
}

fn checked(past: &Past<'_>, at: At, seen: bool) -> String {
    let (e, h) = (tag(at.event), at.handler);
    let own = past.marked(h, at.event);
    if seen && past.looks() {
        return format!(
            "`payments` 已經有這個 `payment_intent_id`：付過了，所以 `{h}` *略過*，不再碰那張卡。"
        );
    }
    if seen {
        return match (own, past.earlier(at.event, at.delivery)) {
            (None, _) => format!(
                "{e} 有一列紀錄，但不是 `{h}` 寫的：key 只有 `event_id`，別的 handler 的紀錄害它被略過，它的事永遠沒人做。"
            ),
            (Some(_), Some(before)) if before.worker != at.worker => {
                format!("同一個 event 來到另一個 worker：`{h}` 已經有 {e} 的紀錄，所以*略過*。")
            }
            (Some(_), Some(_)) => format!("同一個 event 又來了：`{h}` 已經有 {e} 的紀錄，所以*略過*。"),
            (Some(_), None) => format!("`{h}` 已經有 {e} 的紀錄，所以*略過*。"),
        };
    }
    if let Some(rival) = past.rival(at) {
        return format!(
            "還沒有 {e} 的紀錄，因為 {} 正做到一半：兩個 worker 都通過檢查，`{h}` 會跑兩次。",
            rival.worker
        );
    }
    if past.looks() {
        return match past.charged(at.event) {
            true => format!(
                "`payments` 沒有這個 `payment_intent_id`，但卡其實扣過了：那一列沒有寫成。所以 `{h}` 再去扣一次。"
            ),
            false => format!("`payments` 沒有這個 `payment_intent_id`：還沒付，所以 `{h}` 扣款。"),
        };
    }
    match own.map(|mark| past.gone(mark)) {
        Some(Gone::Purged) => {
            return format!("`{h}` 做過 {e}，但標記太舊，已經被刪掉，所以會再做一次。");
        }
        Some(Gone::Renamed) => {
            return format!("`{h}` 做過 {e}，但標記寫的是 class 的舊名字：用新名字查，什麼都沒做過。");
        }
        _ => {}
    }
    if let Some(mark) = own
        && past.message(mark.delivery) != past.message(at.delivery)
    {
        return format!(
            "`{h}` 做過 {e}，但標記寫的是舊的信封：拿 message id 當 key，同一件事換個信封就認不出來。"
        );
    }
    match (past.effects(h, at.event), past.twin(h, at.event)) {
        (1.., _) => {
            format!("查不到 {e}，但 `{h}` 的 effect 其實發生過：worker 還沒記下來就死了，所以會再做一次。")
        }
        (0, Some(twin)) => format!(
            "{e} 有自己的 id，`{h}` 從沒見過，所以執行。{} 和它屬於同一次購買，這件事第 2 層無從知道。",
            tag(twin)
        ),
        (0, None) => format!("`{h}` 沒有 {e} 的紀錄：還沒做過，所以執行。"),
    }
}

fn claimed(past: &Past<'_>, at: At, memory: Memory, inserted: bool) -> String {
    let (e, h) = (tag(at.event), at.handler);
    let own = past.marked(h, at.event);
    match (memory, inserted) {
        (Memory::Transaction, true) => match (own, past.twin(h, at.event)) {
            (Some(mark), _) if past.gone(mark) == Gone::Purged => format!(
                "`ON CONFLICT DO NOTHING` 異動 1 列，雖然 `{h}` 早就做過 {e}：舊的標記過了保留期，已經刪掉。"
            ),
            (Some(mark), _) if past.gone(mark) == Gone::Renamed => format!(
                "`ON CONFLICT DO NOTHING` 異動 1 列，雖然 `{h}` 早就做過 {e}：舊的標記寫的是 class 的舊名字。"
            ),
            (Some(_), _) => format!(
                "`ON CONFLICT DO NOTHING` 異動 1 列，雖然 `{h}` 早就做過 {e}：key 是 message id，而信封是新的。"
            ),
            (None, Some(_)) => format!(
                "異動 1 列：{e} 有自己的 id，標記是新的，所以 `{h}` 執行。兩個 event 屬於同一次購買，第 2 層無從知道。"
            ),
            (None, None) if past.effects(h, at.event) > 0 => format!(
                "`ON CONFLICT DO NOTHING` 異動 1 列：先前的標記已經 rollback，{e} 又成了新的，所以 `{h}` 執行。第一次的 effect 卻收不回來。"
            ),
            (None, None) => format!(
                "`ON CONFLICT DO NOTHING` 異動 1 列：{e} 的標記是新的，所以 `{h}` 執行。標記要跟做的事一起 commit，才算數。"
            ),
        },
        (Memory::Table, true) => format!(
            "`{h}` 用單獨一句 SQL 替 {e} 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。"
        ),
        (Memory::Process, true) if past.effects(h, at.event) > 0 => format!(
            "{} 的記憶體裡沒有 {e}：`{h}` 是在別的 process 裡、或在重啟之前做的，所以再跑一次。",
            at.worker
        ),
        (Memory::Process, true) => format!(
            "`{h}` 把 {e} 記在 {} 的記憶體裡，然後執行。別的 process 看不到，process 一死也就沒了。",
            at.worker
        ),
        (Memory::Lock, true) if past.unlocks(h) => {
            format!("`{h}` 的鎖沒人拿著，所以 {e} 執行。這種鎖只隔開每一次執行，一次也不會記住。")
        }
        (Memory::Lock, true) if own.is_some() => {
            format!("`SET … NX` 又成功了：`{h}` 對 {e} 的舊鎖已經過期，或用的是另一個 key，所以再跑一次。")
        }
        (Memory::Lock, true) => {
            format!("`SET … NX` 成功：`{h}` 拿到 {e} 的鎖。鎖在另一個系統裡，沒有交易把它和做的事綁在一起。")
        }
        (_, false) => {
            let sign = match memory {
                Memory::Lock => "`SET … NX` 發現鎖已經在",
                Memory::Process => "自己的記憶體裡已經有",
                _ => "`ON CONFLICT DO NOTHING` 異動 0 列",
            };
            match own {
                None => format!(
                    "{sign}：{e} 有標記，但不是 `{h}` 寫的。Key 只有 `event_id`，別的 handler 害它被略過。"
                ),
                Some(mark) if past.effects(h, at.event) == 0 && past.crashed(mark.delivery) => format!(
                    "{sign}：{e} 有人接了，所以 `{h}` *略過*。但 {} 死在 claim 與 effect 之間，這件事不會有人做。",
                    mark.worker
                ),
                Some(mark) if past.effects(h, at.event) == 0 => {
                    format!("{sign}：{e} 在 {} 手上，所以 `{h}` 在這裡*略過*。", mark.worker)
                }
                Some(_) if memory == Memory::Transaction => format!(
                    "{sign}：{e} 的標記已經在，所以 `{h}` *略過*。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。"
                ),
                Some(_) => format!("{sign}：`{h}` 已經接過 {e}，所以*略過*。"),
            }
        }
    }
}

/// How one speaks of what a handler sends out.
struct Out {
    thing: &'static str,
    goes: &'static str,
    unit: &'static str,
    gone: &'static str,
    after: &'static str,
    another: &'static str,
    table: &'static str,
}

fn out(handler: Handler) -> Out {
    let (table, another) = ("emails_sent", "再寄一封");
    match handler {
        Handler::Payment => Out {
            thing: "款項",
            goes: "扣走了",
            unit: "筆",
            gone: "扣了",
            after: "扣走",
            another: "再扣一筆",
            table: "payments",
        },
        Handler::Push => {
            Out {
                thing: "推播", goes: "發出去了", unit: "則", gone: "發了", after: "發出", another, table
            }
        }
        _ => Out {
            thing: "信", goes: "寄出去了", unit: "封", gone: "寄了", after: "寄出", another, table
        },
    }
}

fn wrote(past: &Past<'_>, at: At, changed: u64) -> String {
    let (e, h) = (tag(at.event), at.handler);
    let again = past.effects(h, at.event) > 0;
    let twin = past.twin(h, at.event).is_some();
    let hidden = if past.open(at.worker) { "Commit 之後別人才看得到。" } else { "" };
    let Out { thing, unit, gone, after, table, .. } = out(h);
    match (h, changed) {
        (Handler::Email | Handler::Payment, 0) => format!(
            "`ON CONFLICT DO NOTHING` 異動 0 列：`{table}` 已經有 {e}。它守住的是這一列，不是{thing}，{thing}早就{gone}。"
        ),
        (Handler::Inventory, 0) => {
            format!("{e} 的預扣紀錄已經在，異動 0 列，`stock` 維持不變：這句 SQL 本身就是冪等的。")
        }
        (Handler::Analytics, 0) => {
            format!("{e} 的 fact 紀錄已經在，異動 0 列：不管跑幾次，這筆訂單只算一次。")
        }
        (Handler::Recommender, 0) => format!("異動 0 列：{e} 沒有比現有的值新，版本條件把值保住了。"),
        // What left is the effect, and in this delivery it has left by now.
        (Handler::Email | Handler::Payment, _) if past.effects(h, at.event) > 1 && past.wrote(at) => {
            format!("`{table}` 又多一列 {e}：多一{unit}{thing}就多一列，沒有任何約束擋著。")
        }
        (Handler::Email | Handler::Payment | Handler::Push, _) => {
            format!("{thing}{after}之後，`{h}` 在 `{table}` 寫下一列。{hidden}")
        }
        (Handler::Inventory, _) if again => {
            format!("同一筆訂單又扣一次 `stock`：`quantity - 1` 每跑一次，結果就不一樣。{hidden}")
        }
        (Handler::Inventory, _) if twin => format!("{e} 讓 `stock` 再少一個，同一次購買扣了兩次。{hidden}"),
        (Handler::Inventory, _) => format!("`{h}` 替 {e} 把 `stock` 減一。{hidden}"),
        (Handler::Analytics, _) if again => {
            format!("`{h}` 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。{hidden}")
        }
        (Handler::Analytics, _) if twin => {
            format!("`{h}` 把 {e} 也算進去：統計成了兩筆訂單，客人卻只想買一次。{hidden}")
        }
        (Handler::Analytics, _) => format!("`{h}` 把 {e} 的訂單計入統計。{hidden}"),
        (Handler::Recommender, _) => match past.newer(at) {
            Some(newer) => {
                format!("{e} 比 {} 舊，卻蓋掉了它：設定一個值雖然冪等，順序亂了還是錯。{hidden}", tag(newer))
            }
            None if again => format!("`{h}` 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。"),
            None => format!("`{h}` 把「最近買了什麼」設成 {e} 的訂單。{hidden}"),
        },
    }
}

fn marked(past: &Past<'_>, at: At, inserted: bool) -> String {
    let (e, h) = (tag(at.event), at.handler);
    match (past.claimed(at.delivery, h), past.open(at.worker), inserted) {
        (true, _, true) => format!("`{h}` 結清對 {e} 的 claim：從現在起它代表做完了。"),
        (true, _, false) => {
            format!("`{h}` 要結清對 {e} 的 claim，token 卻已經是別人的：{} 太慢，事情做了兩次。", at.worker)
        }
        (false, true, true) => format!("{e} 的標記最後才寫，和 `{h}` 做的事在同一個交易裡。"),
        (false, true, false) => format!(
            "`ON CONFLICT DO NOTHING` 異動 0 列：`{h}` 做到一半時，另一個 worker 已經標記了 {e}。這個交易只能放棄。"
        ),
        (false, false, true) => format!(
            "Effect 之後，`{h}` 才用單獨一句 SQL 把 {e} 記為做完：若在兩者之間 crash，就沒有人知道做過。"
        ),
        (false, false, false) => match past.effects(h, at.event) {
            2.. => format!(
                "`ON CONFLICT DO NOTHING` 異動 0 列：另一個 worker 已經標記了 {e}。現在才發現攔不住什麼，`{h}` 已經跑了兩次。"
            ),
            _ => format!("`ON CONFLICT DO NOTHING` 異動 0 列：{e} 的標記已經在了。"),
        },
    }
}

/// A word in brackets, which need no space around them; without a word, the space.
fn or_space(own: String) -> String {
    if own.is_empty() { " ".into() } else { own }
}

fn publisher(by: Publisher) -> String {
    match by {
        Publisher::Relay(relay) => format!(" {relay}"),
        Publisher::Producer => " producer".into(),
        Publisher::Operator => "維運人員".into(),
        Publisher::Worker(worker) => format!(" {worker}"),
    }
}
