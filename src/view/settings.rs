//! Words for every setting, fault point and command, in both languages, and their grouping on the page.

use super::lang::{Lang, Said};
use super::texts::{duration, moment, texts};
use crate::domain::command::{Command, Operation, Post, Route};
use crate::domain::fault::{Fault, Gap, Point};
use crate::domain::ids::Millis;
use crate::domain::scenario::{Rate, Scenario};
use crate::domain::settings::{self as domain, Kind, Setting, Unit, Value};
use crate::domain::trace::KeyState;

/// Where a setting stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Layer 1: the producer's idempotency.
    Layer1,
    /// Layer 2: dedup in the consumer.
    Layer2,
    /// What the customer does.
    Client,
    /// Producer and relay.
    Producer,
    /// The broker.
    Broker,
    /// Workers and handlers.
    Consumer,
    /// Faults drawn from the seed.
    Faults,
    /// Where everything random comes from.
    Seed,
}

impl Group {
    /// Every group, in the order of the page.
    pub const ALL: [Group; 8] = [
        Group::Layer1,
        Group::Layer2,
        Group::Client,
        Group::Producer,
        Group::Broker,
        Group::Consumer,
        Group::Faults,
        Group::Seed,
    ];
}

/// The settings by group, in the order of the page.
pub fn groups() -> [(Group, Vec<&'static Setting>); 8] {
    Group::ALL.map(|group| (group, domain::SETTINGS.iter().filter(|s| group_of(s.path) == group).collect()))
}

/// The group of the setting with this path.
pub fn group_of(path: &str) -> Group {
    match path {
        "seed" => Group::Seed,
        "client.key" | "producer.key_store" | "producer.remember" | "producer.key_kept_ms" => Group::Layer1,
        "consumer.dedup"
        | "consumer.dedup_key"
        | "consumer.setnx_ttl_ms"
        | "consumer.claim_lease_ms"
        | "consumer.sql"
        | "consumer.mail_key"
        | "consumer.card_key"
        | "consumer.retention_ms"
        | "consumer.overlap_key"
        | "consumer.handler_id"
        | "consumer.on_conflict"
        | "consumer.on_claim_held"
        | "consumer.on_duplicate"
        | "consumer.on_lock_held" => Group::Layer2,
        "until_ms" => Group::Seed,
        _ => match path.split('.').next() {
            Some("client") => Group::Client,
            Some("producer" | "relay") => Group::Producer,
            Some("broker" | "log") => Group::Broker,
            Some("rates") => Group::Faults,
            _ => Group::Consumer,
        },
    }
}

/// Does the scenario's kernel read this setting?
pub fn applies(path: &str, scenario: &Scenario) -> bool {
    // What both kernels read of the broker's.
    const BOTH: [&str; 4] =
        ["broker.dialect", "broker.dedup_window_ms", "broker.restart_forgets", "broker.ack_deadline_ms"];
    match scenario.is_log() {
        true => !path.starts_with("broker.") || BOTH.contains(&path),
        false => !path.starts_with("log."),
    }
}

/// Is this a setting that one case needs and most do not?
pub fn is_rare(path: &str) -> bool {
    const FREQUENT: [&str; 27] = [
        "client.intents",
        "client.clicks",
        "client.retries",
        "client.retry_after_ms",
        "client.key",
        "client.changed_body",
        "producer.publish",
        "relay.count",
        "broker.dialect",
        "broker.ack",
        "broker.ack_deadline_ms",
        "broker.max_deliveries",
        "broker.redelivers",
        "broker.prefetch",
        "broker.retry_delay_ms",
        "log.partitions",
        "log.commit",
        "log.commit_interval_ms",
        "consumer.workers",
        "consumer.handlers",
        "consumer.dedup",
        "consumer.dedup_key",
        "consumer.setnx_ttl_ms",
        "consumer.claim_lease_ms",
        "consumer.on_failure",
        "consumer.sql",
        "consumer.mail_key",
    ];
    path != "seed" && !path.starts_with("rates.") && !FREQUENT.contains(&path)
}

/// A group's title.
pub fn group_title(group: Group, lang: Lang) -> &'static str {
    let (en, zh) = match group {
        Group::Layer1 => ("Layer 1 · Idempotency-Key", "第 1 層 · Idempotency-Key"),
        Group::Layer2 => ("Layer 2 · Consumer dedup", "第 2 層 · consumer 去重"),
        Group::Client => ("Client", "Client"),
        Group::Producer => ("Producer and relay", "Producer 與 relay"),
        Group::Broker => ("Broker", "Broker"),
        Group::Consumer => ("Workers and handlers", "Worker 與 handler"),
        Group::Faults => ("Random faults", "隨機故障"),
        Group::Seed => ("Seed", "亂數種子"),
    };
    match lang {
        Lang::En(_) => en,
        Lang::ZhHant(_) => zh,
    }
}

/// A setting's words: path, label, help.
type Words = (&'static str, Said, Said);

/// The words of every setting.
const SETTINGS: &[Words] = &[
    (
        "seed",
        Said::new("Seed", "亂數種子"),
        Said::new(
            "The same seed draws the same ids and the same random faults.",
            "同一個種子，抽出同樣的 id 與同樣的隨機故障。",
        ),
    ),
    (
        "until_ms",
        Said::new("Run until", "跑到什麼時候"),
        Said::new(
            "The run is cut at this moment; 0: it goes on until nothing is left to do.",
            "到這一刻就停，0 表示一直跑到沒事可做。",
        ),
    ),
    (
        "client.intents",
        Said::new("Purchases wanted", "想買幾次"),
        Said::new(
            "How many purchases the customer wants, one after the other.",
            "客人一次接一次，總共想買幾次。",
        ),
    ),
    (
        "client.clicks",
        Said::new("Clicks per purchase", "每次購買點幾下"),
        Said::new(
            "Requests sent for one purchase; two are the double submit.",
            "一次購買送出幾個請求，兩個就是連點兩下。",
        ),
    ),
    (
        "client.retries",
        Said::new("Retries", "重試次數"),
        Said::new(
            "Further requests for a click that gets no answer.",
            "一次點擊等不到回應時，最多再送幾次。",
        ),
    ),
    (
        "client.retry_after_ms",
        Said::new("Time-out", "逾時"),
        Said::new("How long the client waits for an answer.", "Client 等回應等多久。"),
    ),
    (
        "client.key",
        Said::new("Idempotency-Key", "Idempotency-Key"),
        Said::new(
            "Which key the requests carry; the producer takes it as the event's id.",
            "請求帶哪一種 key，producer 拿它當 event id。",
        ),
    ),
    (
        "client.changed_body",
        Said::new("Cart changes between clicks", "兩次點擊之間改了購物車"),
        Said::new("From the second click on, the body is another one.", "從第二下起，送出的 body 不一樣。"),
    ),
    (
        "producer.publish",
        Said::new("How events are published", "Event 怎麼送出"),
        Said::new(
            "From an outbox, or as a dual write in one order or the other.",
            "經過 outbox，或是兩種順序的 dual write。",
        ),
    ),
    (
        "producer.key_store",
        Said::new("The key is kept", "Key 存在哪裡"),
        Said::new(
            "In the order's transaction, or in steps of its own before or after it.",
            "和訂單在同一個交易，或在它之前、之後另外存。",
        ),
    ),
    (
        "producer.remember",
        Said::new("What is remembered for a key", "替 key 記住什麼"),
        Said::new(
            "The answers of committed orders, or every answer.",
            "只記已 commit 的訂單，或連失敗的回應都記。",
        ),
    ),
    (
        "producer.event_id",
        Said::new("A message's event id", "訊息的 event id"),
        Said::new(
            "That of the outbox row, or one drawn for each publish.",
            "用 outbox 那一列的，或每次 publish 另外產生。",
        ),
    ),
    (
        "producer.unique",
        Said::new("Unique jobs", "Unique job"),
        Said::new(
            "A lock taken at dispatch keeps a second job with the same id out of the queue.",
            "Dispatch 時上鎖，同一個 id 的第二個 job 進不了佇列。",
        ),
    ),
    (
        "producer.unique_id",
        Said::new("A unique job's id", "Unique job 的 id"),
        Said::new("What two jobs must share to count as the same.", "兩個 job 要有什麼相同才算同一個。"),
    ),
    (
        "producer.key_kept_ms",
        Said::new("Keys are kept", "Key 保留多久"),
        Said::new(
            "How long a key in a table of its own is known; 0: for ever. A later retry is a new order.",
            "單獨一張表裡的 key 記多久，0 表示永遠。更晚的重試會成為新訂單。",
        ),
    ),
    (
        "producer.unique_for_ms",
        Said::new("A unique job's lock lives", "Unique job 的鎖多久過期"),
        Said::new("When it expires; 0: only when it is released.", "0 表示不會過期，等到釋放為止。"),
    ),
    (
        "relay.count",
        Said::new("Relays", "Relay 數量"),
        Said::new(
            "Two relays without a lock between them publish the same rows twice.",
            "兩個 relay 之間沒有鎖，同一列會送出兩次。",
        ),
    ),
    (
        "relay.confirm_timeout_ms",
        Said::new("Wait for a confirm", "等 confirm 多久"),
        Said::new(
            "After so long without a confirm the relay publishes again.",
            "超過這麼久沒有 confirm，relay 就再 publish 一次。",
        ),
    ),
    (
        "relay.idempotent",
        Said::new("Idempotent producer", "冪等 producer"),
        Said::new(
            "The broker recognises a repeat within one session of the relay, by sequence number. A restart is a new session.",
            "Broker 靠序號認出 relay 同一個 session 裡的重送，relay 重啟就是新的 session。",
        ),
    ),
    (
        "broker.dialect",
        Said::new("Broker", "Broker"),
        Said::new("Whose rules and words the broker has.", "採用哪一家的規則與用語。"),
    ),
    (
        "broker.ack",
        Said::new("Ack", "Ack"),
        Said::new("When a delivery counts as done for the broker.", "Broker 什麼時候把一次投遞當作完成。"),
    ),
    (
        "broker.ack_deadline_ms",
        Said::new("Ack deadline", "Ack 期限"),
        Said::new(
            "After so long without an ack the message goes to another worker.",
            "超過這麼久沒有 ack，訊息就交給別的 worker。",
        ),
    ),
    (
        "broker.max_deliveries",
        Said::new("Maximum deliveries", "投遞上限"),
        Said::new(
            "Then the message goes to the dead-letter queue; 0: no limit.",
            "達到上限就進死信佇列，0 表示不限。",
        ),
    ),
    (
        "broker.max_check",
        Said::new("Who checks the limit", "誰檢查上限"),
        Said::new(
            "The broker before it hands over, or the worker before it runs.",
            "由 broker 在交出之前檢查，或由 worker 在執行之前檢查。",
        ),
    ),
    (
        "broker.counts",
        Said::new("What uses an attempt up", "怎樣算用掉一次"),
        Said::new("Which endings of a delivery count against the limit.", "投遞以哪些方式結束，才計入上限。"),
    ),
    (
        "broker.on_exhausted",
        Said::new("When attempts run out", "次數用完之後"),
        Said::new(
            "Set the message aside, drop it, or leave it lying undelivered.",
            "放進死信佇列、直接丟掉，或留著但不再投遞。",
        ),
    ),
    (
        "broker.dead_letters_kept_ms",
        Said::new("Dead letters are kept", "死信保留多久"),
        Said::new(
            "How long a message waits there for an operator; 0: for ever.",
            "死信佇列裡的訊息等人處理多久，0 表示永遠。",
        ),
    ),
    (
        "broker.redelivers",
        Said::new("What brings a message back", "什麼會觸發重投"),
        Said::new(
            "What makes the broker hand over again what nobody acked.",
            "沒有人 ack 的訊息，broker 憑什麼再交出去。",
        ),
    ),
    (
        "broker.deadline_takes",
        Said::new("A missed deadline takes back", "逾期會收回什麼"),
        Said::new(
            "The one delivery, or everything that the worker holds.",
            "只收回那一次投遞，或收回 worker 手上的全部。",
        ),
    ),
    (
        "broker.late_ack",
        Said::new("An ack that comes too late", "太晚才到的 ack"),
        Said::new("What the broker does with it.", "Broker 怎麼處理。"),
    ),
    (
        "broker.prefetch",
        Said::new("Prefetch", "Prefetch"),
        Said::new(
            "How many unacked messages one worker may hold; the deadline runs for each from hand-over.",
            "一個 worker 最多同時拿幾則還沒 ack 的訊息，每一則的期限都從交出那一刻起算。",
        ),
    ),
    (
        "broker.retry_delay_ms",
        Said::new("Pause before a retry", "重試前的停頓"),
        Said::new(
            "How long a nacked message waits; 0 makes a hot loop.",
            "Nack 之後等多久再投遞，0 會變成原地空轉。",
        ),
    ),
    (
        "broker.retry_doubles",
        Said::new("The pause doubles", "停頓加倍"),
        Said::new("Each attempt waits twice as long as the one before.", "每一次都比前一次多等一倍。"),
    ),
    (
        "broker.dedup_window_ms",
        Said::new("Broker's dedup window", "Broker 的去重視窗"),
        Said::new(
            "How long the broker swallows a second publish of an id, from the first; 0: off.",
            "從第一次 publish 起算，多久之內同一個 id 再來會被吞掉，0 表示沒有。",
        ),
    ),
    (
        "broker.restart_forgets",
        Said::new("Acks lost in a restart", "重啟忘掉幾個 ack"),
        Said::new(
            "How many of the newest acks the broker has not stored; 0: all.",
            "Broker 重啟時，最近幾個 ack 還沒存下來，0 表示全部。",
        ),
    ),
    (
        "broker.group",
        Said::new("Message groups", "Message group"),
        Said::new(
            "While one message of a group is not acked, the rest of the group waits.",
            "同一個 group 只要有一則還沒 ack，後面的都先等著。",
        ),
    ),
    (
        "broker.requeue",
        Said::new("A returned message goes", "退回的訊息排在"),
        Said::new(
            "Behind everything that waits, or to the place that it had.",
            "排在所有等待的訊息後面，或回到它原來的位置。",
        ),
    ),
    (
        "broker.retry_copies",
        Said::new("A retry leaves the dead letter", "重試後死信留著"),
        Said::new(
            "\"Retry all\" sends a copy; the next one sends a copy of each that is left.",
            "全部重試只送出副本，下次重試又把留下的每一則再送一次。",
        ),
    ),
    (
        "log.partitions",
        Said::new("Partitions", "Partition 數量"),
        Said::new(
            "How many; each is read by one worker of the group. For a log only.",
            "每個 partition 在 group 裡只由一個 worker 讀取，僅用於 log。",
        ),
    ),
    (
        "log.key",
        Said::new("A record's key", "Record 的 key"),
        Said::new(
            "What decides its partition; order holds within one partition only.",
            "決定它進哪個 partition，順序只在同一個 partition 裡成立。",
        ),
    ),
    (
        "log.commit",
        Said::new("The offset is committed", "何時 commit offset"),
        Said::new(
            "Before or after the handlers, by a timer, or in a transaction.",
            "在 handler 之前或之後、由定時器，或放進交易。",
        ),
    ),
    (
        "log.commit_interval_ms",
        Said::new("Timer of the commit", "定時 commit 的間隔"),
        Said::new("How often it commits, where a timer does.", "由定時器 commit 時，每隔多久一次。"),
    ),
    (
        "log.stored",
        Said::new("The timer finds", "定時器看到的位置"),
        Said::new(
            "The place after the handlers, or the place after the poll.",
            "是 handler 做完的位置，還是讀取之後的位置。",
        ),
    ),
    (
        "log.max_poll_interval_ms",
        Said::new("Poll interval", "兩次 poll 的上限"),
        Said::new(
            "A worker that works for longer without a poll is put out of the group.",
            "超過這麼久沒有 poll 的 worker 會被請出 group。",
        ),
    ),
    (
        "log.session_timeout_ms",
        Said::new("Session timeout", "Session 逾時"),
        Said::new("How long until a dead worker is missed.", "Worker 死了之後多久才被發現。"),
    ),
    (
        "log.output",
        Said::new("Output to another topic", "輸出到另一個 topic"),
        Said::new("Each record handled gives one record there.", "每處理一筆，就在那裡寫一筆。"),
    ),
    (
        "log.revoke",
        Said::new("Partitions move", "Partition 何時移走"),
        Said::new(
            "At a rebalance: after their worker has finished and committed, or at once.",
            "Rebalance 時，等原本的 worker 做完並 commit，或立刻移走。",
        ),
    ),
    (
        "rates.rebalance",
        Said::new("Workers are missed", "Worker 被當作不見"),
        Said::new(
            "How likely a group takes a worker for gone, between handlers and commit.",
            "在 handler 與 commit 之間，group 以為 worker 不見的機率。",
        ),
    ),
    (
        "consumer.workers",
        Said::new("Workers", "Worker 數量"),
        Said::new("How many take messages at the same time.", "同時有幾個 worker 在拿訊息。"),
    ),
    (
        "consumer.others_join_ms",
        Said::new("The other workers start", "其他 worker 何時加入"),
        Said::new(
            "When the workers after the first one start; 0: at once.",
            "第一個以外的 worker 什麼時候啟動，0 表示一開始就在。",
        ),
    ),
    (
        "consumer.handlers",
        Said::new("Handlers", "Handler"),
        Said::new("Which handlers each delivery runs, in this order.", "每次投遞依序要跑哪些 handler。"),
    ),
    (
        "consumer.dedup",
        Said::new("Dedup", "去重方式"),
        Said::new(
            "How a handler finds out that it has done this event before.",
            "Handler 怎麼知道這個 event 自己做過了。",
        ),
    ),
    (
        "consumer.dedup_key",
        Said::new("Dedup key", "去重的 key"),
        Said::new("What counts as the same.", "什麼算是同一件事。"),
    ),
    (
        "consumer.setnx_ttl_ms",
        Said::new("Lock's time to live", "鎖的存活時間"),
        Said::new(
            "When a SETNX lock expires; after that, the same event runs again.",
            "SETNX 的鎖多久過期，過期之後同一個 event 會再跑一次。",
        ),
    ),
    (
        "consumer.claim_lease_ms",
        Said::new("Claim's lease", "Claim 的租約"),
        Said::new(
            "When another worker may take a claim over; 0: never.",
            "多久之後別的 worker 可以接手，0 表示永遠不行。",
        ),
    ),
    (
        "consumer.on_failure",
        Said::new("After a failure", "失敗之後"),
        Said::new(
            "What one handler's failure means for the handlers after it.",
            "一個 handler 失敗，後面的 handler 怎麼辦。",
        ),
    ),
    (
        "consumer.sql",
        Said::new("SQL in the handlers", "Handler 裡的 SQL"),
        Said::new(
            "As one writes it first, or harmless to repeat.",
            "一般人第一次會寫的樣子，或是重跑也無妨的寫法。",
        ),
    ),
    (
        "consumer.mail_key",
        Said::new("Mail provider's own key", "寄信服務的 key"),
        Said::new(
            "The provider gets the event id and sends one mail for it.",
            "把 event id 交給寄信服務，同一個只寄一封。",
        ),
    ),
    (
        "consumer.card_key",
        Said::new("Card provider's own key", "金流商的 key"),
        Said::new(
            "The provider gets the payment_intent_id and charges once for it.",
            "把 payment_intent_id 交給金流商，同一個只扣一次。",
        ),
    ),
    (
        "consumer.mail_down_from_ms",
        Said::new("The mail provider is down from", "寄信服務從何時停擺"),
        Said::new("From then on no mail can be sent.", "從那時起，信寄不出去。"),
    ),
    (
        "consumer.mail_down_to_ms",
        Said::new("The mail provider is back at", "寄信服務何時恢復"),
        Said::new("Not later than it went down: it is never down.", "不晚於停擺的時間，就等於從不停擺。"),
    ),
    (
        "consumer.retention_ms",
        Said::new("Marks are kept", "標記保留多久"),
        Said::new(
            "How long processed_events keeps a row; 0: for ever.",
            "processed_events 的一列留多久，0 表示永遠。",
        ),
    ),
    (
        "consumer.on_lock_held",
        Said::new("When the lock is held", "遇到別人的鎖"),
        Said::new("Take it for done, or give the delivery back.", "當作做完而略過，或把訊息退回去。"),
    ),
    (
        "consumer.on_claim_held",
        Said::new("When a claim is alive", "遇到還有效的 claim"),
        Said::new(
            "Give the delivery back, or take somebody's unfinished work for done.",
            "把訊息退回去，或把別人還沒做完的事當作做完。",
        ),
    ),
    (
        "consumer.overlap_key",
        Said::new("What may not overlap", "什麼不能重疊"),
        Said::new(
            "For without overlapping: any two runs of a handler, or two for one event.",
            "用於不重疊的鎖：同一個 handler 的任兩次執行，或同一個 event 的兩次。",
        ),
    ),
    (
        "consumer.on_conflict",
        Said::new("A mark that is there already", "標記早就在了"),
        Said::new(
            "Skipped in peace, or taken for an error of the delivery.",
            "平靜地略過，或當成這次投遞的錯誤。",
        ),
    ),
    (
        "consumer.on_duplicate",
        Said::new("A delivery with nothing to do", "全部略過的投遞"),
        Said::new(
            "Acked like any other, or left by an early return before the ack.",
            "照常 ack，或還沒 ack 就提早 return。",
        ),
    ),
    (
        "consumer.handler_id",
        Said::new("Marks carry", "標記上的名字"),
        Said::new(
            "A fixed name for the handler, or the name of its class.",
            "固定的 handler 名稱，或 class 的名稱。",
        ),
    ),
    (
        "rates.worker_pause",
        Said::new("Workers stand still", "Worker 停頓"),
        Said::new(
            "How likely a worker's process pauses in a gap, for as long as a slow handler takes.",
            "Worker 的 process 在空隙中停頓的機率，停多久和慢的 handler 一樣。",
        ),
    ),
    (
        "rates.commit_fails",
        Said::new("Commits fail", "Commit 失敗"),
        Said::new(
            "How likely the producer's database refuses a commit.",
            "Producer 的資料庫拒絕 commit 的機率。",
        ),
    ),
    (
        "consumer.on_redelivered",
        Said::new("The redelivered flag", "Redelivered 旗標"),
        Said::new(
            "Some take it for \"already done\"; it only says \"handed over before\".",
            "有人把它當成「做過了」，其實它只代表「交出去過」。",
        ),
    ),
    (
        "consumer.on_nack",
        Said::new("A nack sends the message", "Nack 之後送去哪"),
        Said::new(
            "Back into its queue, into the dead-letter queue at once, or anew under another message id.",
            "放回原本的佇列、直接進死信佇列，或換個 message id 另送一份。",
        ),
    ),
    (
        "consumer.slow_ms",
        Said::new("A slow handler takes", "慢的 handler 要多久"),
        Said::new("How long; 0: ten seconds longer than the ack deadline.", "0 表示比 ack 期限多十秒。"),
    ),
    (
        "consumer.heartbeat_ms",
        Said::new("Heartbeat", "Heartbeat"),
        Said::new(
            "How often the worker asks the broker for more time; 0: never.",
            "Worker 每隔多久請 broker 延長期限，0 表示從不。",
        ),
    ),
    (
        "consumer.heartbeat_for",
        Said::new("Heartbeats cover", "Heartbeat 涵蓋"),
        Said::new(
            "The delivery that is worked on, or the whole buffer.",
            "只涵蓋正在處理的，或涵蓋整個 buffer。",
        ),
    ),
    (
        "consumer.hold_ms",
        Said::new("Due after", "多久之後才到期"),
        Said::new(
            "A worker that has the message earlier keeps it in memory until then; 0: due at once.",
            "提早拿到的 worker 先放在記憶體裡等，0 表示立刻。",
        ),
    ),
    (
        "consumer.batch",
        Said::new("Batch", "批次"),
        Said::new("How many deliveries a worker takes together.", "一個 worker 一次湊幾則訊息。"),
    ),
    (
        "consumer.batch_window_ms",
        Said::new("Wait for a full batch", "湊批次等多久"),
        Said::new("After so long it starts with what it has.", "超過就拿手上有的開始。"),
    ),
    (
        "consumer.settle",
        Said::new("Acks cover", "Ack 涵蓋"),
        Said::new("Each delivery by itself, or the whole batch.", "一次投遞，或整個批次。"),
    ),
    (
        "rates.connection_lost",
        Said::new("Connections break", "連線斷掉"),
        Said::new(
            "How likely a worker's connection breaks under its ack.",
            "Worker 的連線在 ack 途中斷掉的機率。",
        ),
    ),
    (
        "rates.broker_restart",
        Said::new("Broker restarts", "Broker 重啟"),
        Said::new(
            "How likely the broker restarts after an ack and forgets the newest.",
            "Broker 在收到 ack 之後重啟、忘掉最近幾個的機率。",
        ),
    ),
    (
        "rates.request_lost",
        Said::new("Requests lost", "請求遺失"),
        Said::new("How likely a request never reaches the producer.", "請求到不了 producer 的機率。"),
    ),
    (
        "rates.response_lost",
        Said::new("Responses lost", "回應遺失"),
        Said::new("How likely an answer never reaches the client.", "回應到不了 client 的機率。"),
    ),
    (
        "rates.producer_crash",
        Said::new("Producer crashes", "Producer crash"),
        Said::new("How likely the producer dies, at each of its gaps.", "Producer 在每個空隙死掉的機率。"),
    ),
    (
        "rates.relay_crash",
        Said::new("Relay crashes", "Relay crash"),
        Said::new(
            "How likely a relay dies between publishing and marking.",
            "Relay 在送出與標記之間死掉的機率。",
        ),
    ),
    (
        "rates.confirm_lost",
        Said::new("Confirms lost", "Confirm 遺失"),
        Said::new("How likely a publisher confirm never arrives.", "Broker 的 confirm 送不到的機率。"),
    ),
    (
        "rates.delivery_lost",
        Said::new("Deliveries lost", "投遞遺失"),
        Said::new(
            "How likely a message is handed over and never seen by a worker.",
            "Broker 交出訊息，worker 卻沒收到的機率。",
        ),
    ),
    (
        "rates.handler_throws",
        Said::new("Handlers throw", "Handler 拋例外"),
        Said::new("How likely a handler throws before its effect.", "Handler 在 effect 之前拋例外的機率。"),
    ),
    (
        "rates.handler_slow",
        Said::new("Handlers are slow", "Handler 太慢"),
        Said::new(
            "How likely a handler takes longer than the ack deadline.",
            "Handler 超過 ack 期限的機率。",
        ),
    ),
    (
        "rates.worker_crash",
        Said::new("Worker crashes", "Worker crash"),
        Said::new("How likely a worker dies, at each of its gaps.", "Worker 在每個空隙死掉的機率。"),
    ),
    (
        "rates.ack_lost",
        Said::new("Acks lost", "Ack 遺失"),
        Said::new(
            "How likely an ack leaves the worker and never arrives.",
            "Worker 送出的 ack 到不了 broker 的機率。",
        ),
    ),
];

/// The words of every choice: path, word, how the page says it.
const CHOICES: &[(&str, &str, Said)] = &[
    ("client.key", "none", Said::new("no key", "沒有 key")),
    ("client.key", "per_click", Said::new("a key per click", "每點一下換一個 key")),
    ("client.key", "per_intent", Said::new("a key per intent", "一個 intent 一個 key")),
    ("producer.publish", "outbox", Said::new("outbox", "經過 outbox")),
    ("producer.publish", "commit_then_publish", Said::new("commit, then publish", "先 commit 再 publish")),
    ("producer.publish", "publish_then_commit", Said::new("publish, then commit", "先 publish 再 commit")),
    ("broker.dialect", "rabbitmq", Said::new("RabbitMQ", "RabbitMQ（佇列）")),
    ("broker.dialect", "kafka", Said::new("Kafka", "Kafka（以 log 為核心）")),
    ("broker.dialect", "sqs", Said::new("SQS, standard", "SQS（標準）")),
    ("broker.dialect", "sqs_fifo", Said::new("SQS, FIFO", "SQS（FIFO 佇列）")),
    ("broker.dialect", "nats", Said::new("NATS JetStream", "NATS JetStream（佇列）")),
    ("broker.dialect", "redis", Said::new("Redis Streams", "Redis Streams（佇列）")),
    ("log.key", "customer", Said::new("the customer", "客人")),
    ("log.key", "order", Said::new("the order", "訂單")),
    ("log.commit", "before_run", Said::new("before the handlers", "handler 開始之前")),
    ("log.commit", "after_run", Said::new("after the handlers", "handler 做完之後")),
    ("log.commit", "periodic", Said::new("by a timer", "由定時器")),
    ("log.commit", "transaction", Said::new("in a transaction of the log", "在 log 的交易裡")),
    ("log.commit", "database", Said::new("in the consumer's database", "在 consumer 的資料庫裡")),
    ("log.revoke", "after_commit", Said::new("after its commit", "commit 之後")),
    ("log.revoke", "at_once", Said::new("at once", "立刻")),
    ("log.stored", "after_run", Said::new("the place after the handlers", "handler 做完的位置")),
    ("log.stored", "at_poll", Said::new("the place after the poll", "讀取之後的位置")),
    ("broker.ack", "manual", Said::new("after the handlers", "handler 做完之後")),
    ("broker.ack", "auto", Said::new("at hand-over", "一交出就算")),
    ("broker.ack", "before_run", Said::new("before the handlers", "handler 開始之前")),
    ("broker.group", "off", Said::new("none", "不分組")),
    ("broker.group", "customer", Said::new("the customer", "同一個客人")),
    ("broker.group", "order", Said::new("the order", "同一筆訂單")),
    ("broker.requeue", "tail", Said::new("to the tail", "佇列尾端")),
    ("broker.requeue", "place", Said::new("to its old place", "原來的位置")),
    ("broker.max_check", "broker", Said::new("the broker, before it hands over", "broker，交出之前")),
    ("broker.max_check", "worker", Said::new("the worker, before it runs", "worker，執行之前")),
    ("broker.counts", "nack", Said::new("a nack", "被 nack")),
    ("broker.counts", "connection_lost", Said::new("a lost connection", "斷線")),
    ("broker.counts", "deadline", Said::new("a missed deadline", "逾期")),
    ("broker.on_exhausted", "dead_letter", Said::new("dead-letter queue", "進死信佇列")),
    ("broker.on_exhausted", "drop", Said::new("dropped", "丟掉")),
    ("broker.on_exhausted", "park", Said::new("kept, never delivered", "留著，不再投遞")),
    ("broker.redelivers", "connection_or_deadline", Said::new("lost connection or deadline", "斷線或逾期")),
    ("broker.redelivers", "deadline", Said::new("the deadline alone", "只看逾期")),
    ("broker.redelivers", "never", Said::new("nothing", "都不會")),
    ("broker.deadline_takes", "delivery", Said::new("the one delivery", "只有那一次投遞")),
    ("broker.deadline_takes", "channel", Said::new("the whole channel", "整個 channel")),
    ("broker.late_ack", "ignore", Said::new("ignored", "不理會")),
    ("broker.late_ack", "accept", Said::new("accepted", "照樣接受")),
    (
        "broker.late_ack",
        "accept_unless_redelivered",
        Said::new("accepted, unless redelivered", "還沒重投就接受"),
    ),
    ("broker.late_ack", "refuse", Said::new("refused", "拒絕並回報錯誤")),
    ("broker.late_ack", "close_channel", Said::new("closes the channel", "關閉 channel")),
    ("consumer.on_lock_held", "skip", Said::new("skip", "略過")),
    ("consumer.on_lock_held", "release", Said::new("give it back", "退回")),
    ("consumer.on_claim_held", "skip", Said::new("skip", "略過")),
    ("consumer.on_claim_held", "release", Said::new("give it back", "退回")),
    ("consumer.on_redelivered", "handle", Said::new("handled like any other", "照常處理")),
    ("consumer.on_redelivered", "drop", Said::new("taken for done", "當作做完，丟掉")),
    ("consumer.on_nack", "requeue", Said::new("back into the queue", "放回佇列")),
    ("consumer.on_nack", "copy", Said::new("a copy, then an ack", "送出副本再 ack")),
    ("consumer.on_nack", "dead_letter", Said::new("dead-letter queue", "進死信佇列")),
    ("consumer.heartbeat_for", "running", Said::new("the running one", "正在處理的")),
    ("consumer.heartbeat_for", "buffer", Said::new("the whole buffer", "整個 buffer")),
    ("consumer.settle", "each", Said::new("each delivery", "逐一")),
    ("consumer.settle", "batch", Said::new("the whole batch", "整批")),
    ("consumer.dedup", "off", Said::new("off", "關")),
    ("consumer.dedup", "check_run_mark", Said::new("check, run, mark", "先查、再做、最後標記")),
    ("consumer.dedup", "one_transaction", Said::new("one tx, mark first", "同一個交易，先標記")),
    ("consumer.dedup", "one_transaction_mark_last", Said::new("one tx, mark last", "同一個交易，後標記")),
    ("consumer.dedup", "claim", Said::new("claim", "先 claim")),
    ("producer.key_store", "in_transaction", Said::new("in the order's transaction", "和訂單同一個交易")),
    ("producer.key_store", "get_then_put", Said::new("look up, work, store", "先查、做事、再存")),
    ("producer.key_store", "claim_first", Said::new("claim, then work", "先 claim 再做事")),
    ("producer.remember", "commits", Said::new("committed orders", "已 commit 的訂單")),
    ("producer.remember", "every_status", Said::new("every answer", "每一個回應")),
    ("producer.event_id", "row", Said::new("of the outbox row", "outbox 那一列的")),
    ("producer.event_id", "publish", Said::new("drawn for each publish", "每次 publish 產生")),
    ("consumer.on_conflict", "ignore", Said::new("no error", "不算錯誤")),
    ("consumer.on_conflict", "raise", Said::new("an error", "算錯誤")),
    ("consumer.on_duplicate", "ack", Said::new("acked", "照常 ack")),
    ("consumer.on_duplicate", "no_ack", Said::new("not acked", "不 ack")),
    ("consumer.handler_id", "fixed", Said::new("a fixed name", "固定的名稱")),
    ("consumer.handler_id", "class_name", Said::new("the class's name", "class 的名稱")),
    ("producer.unique", "off", Said::new("off", "關")),
    ("producer.unique", "until_done", Said::new("until done", "到做完為止")),
    ("producer.unique", "until_start", Said::new("until a worker begins", "到 worker 開始為止")),
    ("producer.unique_id", "event", Said::new("the event", "用 event")),
    ("producer.unique_id", "intent", Said::new("the purchase", "用這次購買")),
    ("consumer.overlap_key", "handler", Said::new("a handler", "同一個 handler")),
    (
        "consumer.overlap_key",
        "event_and_handler",
        Said::new("a handler for one event", "同一個 event 與 handler"),
    ),
    ("consumer.dedup", "without_overlapping", Said::new("no overlap", "不重疊的鎖")),
    ("consumer.dedup", "in_process", Said::new("in memory", "記憶體")),
    ("consumer.dedup", "setnx", Said::new("SETNX", "SETNX 鎖")),
    ("consumer.dedup_key", "event_and_handler", Said::new("event and handler", "event 加 handler")),
    ("consumer.dedup_key", "event", Said::new("event alone", "只看 event")),
    ("consumer.dedup_key", "message_and_handler", Said::new("message and handler", "訊息加 handler")),
    ("consumer.dedup_key", "none", Said::new("no key at all", "資料表沒有 key")),
    ("consumer.on_failure", "continue", Said::new("the others run", "其他照跑")),
    ("consumer.on_failure", "stop", Said::new("the rest is skipped", "後面都不跑")),
    ("consumer.sql", "plain", Said::new("plain", "一般寫法")),
    ("consumer.sql", "idempotent", Said::new("idempotent", "冪等寫法")),
    ("consumer.handlers", "emailHandler", Said::new("emailHandler: a mail", "emailHandler：寄信")),
    (
        "consumer.handlers",
        "inventoryHandler",
        Said::new("inventoryHandler: stock − 1", "inventoryHandler：庫存減一"),
    ),
    (
        "consumer.handlers",
        "analyticsHandler",
        Said::new("analyticsHandler: count + 1", "analyticsHandler：計數加一"),
    ),
    (
        "consumer.handlers",
        "recommenderHandler",
        Said::new("recommenderHandler: last bought", "recommenderHandler：最近買了什麼"),
    ),
    (
        "consumer.handlers",
        "paymentHandler",
        Said::new(
            "paymentHandler: charges the card, instead of the producer",
            "paymentHandler：扣款（producer 就不扣）",
        ),
    ),
    ("consumer.handlers", "pushHandler", Said::new("pushHandler: a push", "pushHandler：推播")),
];

/// A setting's name; for an unknown path the path itself.
pub fn label(path: &str, lang: Lang) -> &str {
    words(path).map_or(path, |(_, label, _)| label.say(lang))
}

/// What a setting is about, in one line; empty for an unknown path.
pub fn help(path: &str, lang: Lang) -> &'static str {
    words(path).map_or("", |(_, _, help)| help.say(lang))
}

fn words(path: &str) -> Option<&'static Words> {
    SETTINGS.iter().find(|(known, ..)| *known == path)
}

/// One word of a choice (or a handler's), as the page says it; an unknown word is given back.
pub fn word<'a>(path: &str, word: &'a str, lang: Lang) -> &'a str {
    let known = CHOICES.iter().find(|(p, w, ..)| *p == path && *w == word);
    known.map_or(word, |(_, _, said)| said.say(lang))
}

/// A setting's value, as the page says it.
pub fn value(setting: &Setting, value: &Value, lang: Lang) -> String {
    match (value, setting.kind) {
        (Value::Flag(flag), _) => {
            let t = texts(lang);
            if *flag { t.on } else { t.off }.into()
        }
        (Value::Number(0), _) if setting.path == "broker.max_deliveries" => texts(lang).unlimited.into(),
        (Value::Number(n), Kind::Number { unit: Unit::Millis, .. }) => duration(*n, lang),
        (Value::Number(n), _) => n.to_string(),
        (Value::Rate(rate), _) => percent(*rate),
        (Value::Word(w), _) => word(setting.path, w, lang).into(),
        (Value::Words(list), _) => list.join(pick(lang, ", ", "、")),
    }
}

/// A probability as people write it: `30 %`, `0.05 %`.
pub fn percent(rate: Rate) -> String {
    format!("{} %", rate.percent())
}

fn pick<T>(lang: Lang, en: T, zh: T) -> T {
    match lang {
        Lang::En(_) => en,
        Lang::ZhHant(_) => zh,
    }
}

/// A fault point in words: what goes wrong.
pub fn point(point: Point, lang: Lang) -> &'static str {
    let (en, zh) = match point {
        Point::RequestLost => ("the request is lost", "請求遺失"),
        Point::ResponseLost => ("the response is lost", "回應遺失"),
        Point::ProducerCrash => ("the producer is killed", "producer 被砍掉"),
        Point::RelayCrash => ("the relay is killed", "relay 被砍掉"),
        Point::ConfirmLost => ("the confirm is lost", "confirm 遺失"),
        Point::DeliveryLost => ("the delivery is lost", "投遞遺失"),
        Point::HandlerThrows => ("the handler throws", "handler 拋例外"),
        Point::HandlerSlow => ("the handler is too slow", "handler 太慢"),
        Point::WorkerCrash => ("the worker is killed", "worker 被砍掉"),
        Point::WorkerPause => ("the worker stands still", "worker 停頓"),
        Point::AckLost => ("the ack is lost", "ack 遺失"),
        Point::ConnectionLost => ("the connection breaks under the ack", "連線在 ack 途中斷掉"),
        Point::CommitFails => ("the producer's commit fails", "producer 的 commit 失敗"),
        Point::Rebalance => ("the group misses the worker", "group 以為 worker 不見了"),
        Point::BrokerRestart => ("the broker restarts and forgets acks", "broker 重啟，忘了部分 ack"),
    };
    pick(lang, en, zh)
}

/// A gap in words: between which two things.
pub fn gap(gap: Gap, lang: Lang) -> &'static str {
    let (en, zh) = match gap {
        Gap::Received => ("before the first handler", "handler 開始之前"),
        Gap::Checked => ("after the check", "檢查之後"),
        Gap::EffectDone => ("after the effect", "effect 之後"),
        Gap::Marked => ("after the mark", "標記之後"),
        Gap::Committed => ("after the commit", "commit 之後"),
        Gap::BeforeAck => ("before the ack", "ack 之前"),
        Gap::Claimed => ("after the key is claimed", "key 的 claim 之後"),
        Gap::BeforeCommit => ("before the commit", "commit 之前"),
        Gap::AfterCommit => ("after the commit", "commit 之後"),
        Gap::BeforeMark => ("before the row is marked", "標記那一列之前"),
    };
    pick(lang, en, zh)
}

/// What is stored for a key, in a word or two.
pub fn key_state(state: KeyState, lang: Lang) -> &'static str {
    let (en, zh) = match state {
        KeyState::Free => ("free", "沒人用"),
        KeyState::InProgress => ("in progress", "處理中"),
        KeyState::Done => ("done", "完成"),
        KeyState::Failed => ("failed", "失敗"),
    };
    pick(lang, en, zh)
}

/// An operator's intervention in words.
pub fn operation(operation: Operation, lang: Lang) -> &'static str {
    let (en, zh) = match operation {
        Operation::Replay => ("replay every event", "重放全部 event"),
        Operation::RetryAll => ("retry all failed", "失敗的全部重試"),
        Operation::Redrive => ("redrive dead letters", "撈回死信"),
        Operation::Resend => ("send dead letters again under their old id", "用原本的 id 重送死信"),
        Operation::Deploy => ("deploy a renamed emailHandler", "部署改了名字的 emailHandler"),
        Operation::RestartBroker => ("restart the broker", "重啟 broker"),
    };
    pick(lang, en, zh)
}

/// A scripted fault in words: "the worker is killed before the ack, in delivery 1".
pub fn fault(fault: &Fault, lang: Lang) -> String {
    let mut text = place(fault.at, fault.gap, lang);
    match lang {
        Lang::En(_) => {
            if let Some(handler) = fault.handler {
                text.push_str(&format!(", in {handler}"));
            }
            if let Some(delivery) = fault.delivery {
                text.push_str(&format!(", in delivery {delivery}"));
            }
            match (fault.nth, fault.times) {
                (1, 1) => {}
                (1, 0) => text.push_str(", every time"),
                (1, times) => text.push_str(&format!(", the first {times} times")),
                (nth, 1) => text.push_str(&format!(", the {} time", ordinal(nth))),
                (nth, 0) => text.push_str(&format!(", from the {} time on", ordinal(nth))),
                (nth, times) => text.push_str(&format!(", {times} times from the {} on", ordinal(nth))),
            }
        }
        Lang::ZhHant(_) => {
            if let Some(handler) = fault.handler {
                text.push_str(&format!("，發生在 {handler}"));
            }
            if let Some(delivery) = fault.delivery {
                text.push_str(&format!("，第 {delivery} 次投遞"));
            }
            match (fault.nth, fault.times) {
                (1, 1) => {}
                (1, 0) => text.push_str("，每一次"),
                (1, times) => text.push_str(&format!("，前 {times} 次")),
                (nth, 1) => text.push_str(&format!("，第 {nth} 次遇到時")),
                (nth, 0) => text.push_str(&format!("，第 {nth} 次起每一次")),
                (nth, times) => text.push_str(&format!("，第 {nth} 次起連續 {times} 次")),
            }
        }
    }
    text
}

/// A command in words: "the ack is lost, the 2nd time", "not: …", "at 60.0 s: replay every event".
pub fn command(command: &Command, lang: Lang) -> String {
    match *command {
        Command::Decide { at, gap, nth, fires } => {
            let place = place(at, gap, lang);
            match (lang, fires) {
                (Lang::En(_), true) => format!("{place}, the {} time", ordinal(nth)),
                (Lang::En(_), false) => format!("spared, the {} time: {place}", ordinal(nth)),
                (Lang::ZhHant(_), true) => format!("{place}，第 {nth} 次遇到時"),
                (Lang::ZhHant(_), false) => format!("第 {nth} 次遇到時放過：{place}"),
            }
        }
        Command::Operate { at_ms, run } => at(at_ms, operation(run, lang), lang),
        Command::Post(Post { at_ms, route, key, .. }) => {
            let path = if route == Route::Naive { "POST /events" } else { "POST /events-outbox" };
            let [open, close] = lang.brackets();
            let key = key.map_or(String::new(), |key| format!("{open}key {:.8}{close}", key.to_string()));
            at(at_ms, &format!("{path}{key}"), lang)
        }
        Command::Replay { at_ms, event } => {
            let id = &event.to_string()[..8];
            at(at_ms, &pick(lang, format!("replay {id}"), format!("重放 {id}")), lang)
        }
        Command::Sql { after, on, ref text } => {
            let text = text.trim();
            let short: String = text.chars().take(60).collect();
            let more = if short.len() < text.len() { "…" } else { "" };
            pick(
                lang,
                format!("after step {after}, SQL on the {on}: {short}{more}"),
                format!("第 {after} 步之後，對 {on} 下 SQL：{short}{more}"),
            )
        }
    }
}

fn at(time: Millis, what: &str, lang: Lang) -> String {
    let time = moment(time, lang);
    pick(lang, format!("at {time}: {what}"), format!("{time}：{what}"))
}

/// A decision of the learner's with the step of the run at which it is met, counted from 1.
pub fn decided_at(command: &Command, step: usize, lang: Lang) -> String {
    let Command::Decide { at, gap, fires, .. } = *command else { return self::command(command, lang) };
    let place = place(at, gap, lang);
    match (lang, fires) {
        (Lang::En(_), true) => format!("{place}, at step {step}"),
        (Lang::En(_), false) => format!("spared at step {step}: {place}"),
        (Lang::ZhHant(_), true) => format!("第 {step} 步：{place}"),
        (Lang::ZhHant(_), false) => format!("第 {step} 步放過：{place}"),
    }
}

/// A point in its gap: "the worker is killed before the ack".
fn place(at: Point, in_gap: Option<Gap>, lang: Lang) -> String {
    let what = point(at, lang);
    match (in_gap, lang) {
        (None, _) => what.into(),
        (Some(g), Lang::En(_)) => format!("{what} {}", gap(g, lang)),
        (Some(g), Lang::ZhHant(_)) => format!("{what}（{}）", gap(g, lang)),
    }
}

fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (1, x) if x != 11 => "st",
        (2, x) if x != 12 => "nd",
        (3, x) if x != 13 => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}
