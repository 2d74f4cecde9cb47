//! Every text of the page that is not computed from a run, in both languages side by side: a text that one
//! language lacks does not compile.

use super::lang::Lang;
use super::matrix::Panel;
use crate::domain::command::Plan;
use crate::domain::ids::Millis;
use crate::domain::link::Lab;
use crate::domain::outcome::{Outcome, Verdict};
use crate::domain::scenario::{Handler, Rates};

/// `name: "English", "中文";` makes a field of [`Texts`] and its two values.
macro_rules! texts {
    ($($(#[$meta:meta])* $name:ident: $en:literal, $zh:literal;)+) => {
        /// The page's texts in one language.
        pub struct Texts {
            $($(#[$meta])* #[doc = $en] pub $name: &'static str,)+
        }
        static EN: Texts = Texts { $($name: $en,)+ };
        static ZH_HANT: Texts = Texts { $($name: $zh,)+ };
        /// Every text with its field's name, English and Chinese.
        pub const ALL: &[(&str, &str, &str)] = &[$((stringify!($name), $en, $zh),)+];
    };
}

/// The page's texts in this language.
pub fn texts(lang: Lang) -> &'static Texts {
    match lang {
        Lang::En(_) => &EN,
        Lang::ZhHant(_) => &ZH_HANT,
    }
}

texts! {
    // The two panels.
    panel_a: "A · The double submit", "A · 連點兩下";
    panel_b: "B · The redelivery", "B · 重投";
    panel_a_short: "A · double submit", "A · 連點兩下";
    panel_b_short: "B · redelivery", "B · 重投";
    story_a: "The customer wanted one purchase and clicked twice. Two requests reach the producer.",
        "客人只想買一次，卻點了兩下。兩個請求都到了 producer。";
    story_b: "One click, one order. The worker dies before its ack, so the broker delivers the same event again.",
        "只點一下，只有一筆訂單。Worker 在 ack 之前死掉，broker 把同一個 event 再送一次。";
    story_own: "A story of your own: what is set and what goes wrong stands above.",
        "自訂的情境：設定與故障都列在上方。";
    panel_a_other: "A · The run", "A · 這個 run";
    panel_b_other: "B · The run", "B · 這個 run";
    panel_alone: "The run", "這個 run";
    panel_by_hand: "Requests sent by hand", "手動送出的請求";
    story_by_hand: "Nobody clicks here: the terminal sends the requests, and this is the pipeline that they reach.",
        "這裡沒有人點按鈕：請求都由終端機送出，這就是接手的那條 pipeline。";
    panel_left: "A · First setting", "A · 第一組設定";
    panel_right: "B · Second setting", "B · 第二組設定";
    story_compare: "The same story under two settings.", "同一個故事，兩組設定。";
    panels: "Panels", "面板";

    // A table of runs.
    choose_this: "Choose this", "選這個";

    // Transport.
    transport: "Playback", "播放控制";
    to_player: "Skip to the playback", "跳到播放控制";
    play: "Play", "播放";
    pause: "Pause", "暫停";
    step: "One step", "走一步";
    back: "One step back", "退一步";
    to_start: "To the start", "到開頭";
    to_end: "To the end", "到結尾";
    speed: "Speed", "速度";
    scrubber: "Step of the run", "目前步驟";
    keyboard_help: "With the step slider focused: arrow keys go one step, Page Up and Page Down ten, Home and End to the start and the end.",
        "焦點在步驟滑桿上時：方向鍵走一步，Page Up 與 Page Down 走十步，Home 與 End 到開頭與結尾。";

    // Seed, sharing.
    seed: "Seed", "亂數種子";
    new_seed: "New seed", "換一個種子";
    share: "Share", "分享";
    permalink: "Permalink", "永久連結";
    task: "Task", "任務";
    unlock: "Show the controls", "顯示控制項";
    leave: "End the presentation", "結束簡報";
    link_wrong: "This link could not be read, so the lab opens as usual.",
        "無法解析這個連結，已改用預設內容開啟。";

    // Settings.
    settings: "Settings", "設定";
    all_settings: "All settings", "全部設定";
    close: "Close", "關閉";
    reset: "Reset", "重設";
    rarer_settings: "Rarer settings", "少用的設定";
    docs: "source", "出處";
    reasons: "Why it comes again", "為什麼會重投";
    reasons_hint: "Six reasons for which a broker delivers a message again. Each by its own mechanism, under the layers that are on.",
        "Broker 會再送一次的六種原因，各有各的機制；防護層照你目前的設定。";
    show_in: "show in", "放到";
    partition: "partition", "partition";
    read_by: "read by", "讀取者";
    read_by_nobody: "read by nobody", "沒有人讀取";
    committed_to: "committed", "已 commit";
    read_to: "read", "已讀取";
    the_log: "The log", "Log 本身";
    reset_all: "Reset everything", "全部重設";
    on: "on", "開";
    off: "off", "關";
    in_force: "In force", "生效中";
    unlimited: "no limit", "不限";
    default_is: "default", "預設";
    for_both_panels: "for both panels", "兩個面板都改";
    for_a: "for A", "只改 A";
    for_b: "for B", "只改 B";
    differs_between_panels: "A and B differ here", "A 與 B 在這裡不同";

    // Layers.
    no_layer: "no layer", "都不開";
    layer_1: "layer 1", "第 1 層";
    layer_2: "layer 2", "第 2 層";
    both_layers: "both", "兩層都開";
    layer_1_long: "Layer 1 · producer key", "第 1 層 · producer 的 key";
    layer_2_long: "Layer 2 · consumer dedup", "第 2 層 · consumer 去重";

    // Faults.
    faults: "Faults", "故障";
    preset_before_ack: "killed before the ack", "ack 前被砍";
    preset_ack_lost: "ack lost", "ack 遺失";
    preset_after_effect: "killed after the mail", "寄信後被砍";
    preset_after_mark: "killed after the mark", "標記後被砍";
    preset_slow: "mail too slow", "寄信太慢";
    preset_after_charge: "killed after the charge", "扣款後被砍";
    preset_charge_slow: "charge too slow", "扣款太慢";
    preset_after_push: "killed after the push", "推播後被砍";
    preset_push_slow: "push too slow", "推播太慢";
    preset_relay: "relay killed", "relay 被砍";
    scripted_faults: "Scripted faults", "指定的故障";
    random_faults: "Random faults", "隨機故障";
    no_faults: "No faults are scripted.", "沒有指定任何故障。";
    add_fault: "Add a fault", "加一個故障";
    remove: "Remove", "移除";
    decide_here: "Decide here", "在這裡決定";
    decisions: "Your decisions", "你的決定";
    no_decisions: "Nothing decided yet. Point at an arrow or a lane and choose what goes wrong there.",
        "還沒有任何決定。點箭頭或泳道，選擇那裡要出什麼事。";
    nothing_to_decide: "Nothing can go wrong at this step.", "這一步沒有可以出錯的地方。";
    fault_at: "What goes wrong", "出什麼事";
    fault_gap: "In which gap", "在哪個空隙";
    fault_handler: "In which handler", "在哪個 handler";
    fault_delivery: "In which delivery", "在第幾次投遞";
    fault_nth: "From the nth time on", "從第幾次起";
    fault_times: "How often in a row", "連續幾次";
    any: "any", "不限";
    always: "always", "每一次";
    operate_now: "Intervene now", "現在介入";

    // Compare.
    compare: "Compare", "比較";
    compare_hint: "One story under two settings, side by side.", "同一個故事套用兩組設定，對照來看。";
    stop_comparing: "Back to two stories", "回到兩個故事";
    to_parting: "Here they part", "跳到分歧點";
    first_parting: "Here they part", "從這裡開始不同";
    never_part: "The two runs are the same at every step.", "兩邊每一步都一樣。";

    // Counters.
    intents: "intents", "intent";
    requests: "requests", "請求";
    orders: "orders", "訂單";
    charges: "charges", "扣款";
    deliveries: "deliveries", "投遞";
    mails: "mails", "信";
    intents_help: "purchases the customer wanted", "客人想買幾次";
    requests_help: "HTTP POSTs sent, clicks and retries", "送出的 HTTP POST，含連點與重試";
    orders_help: "rows in orders", "orders 表的列數";
    charges_help: "charges on the card", "信用卡扣款筆數";
    deliveries_help: "hand-overs by the broker; every redelivery is a new one",
        "broker 投遞的次數，每次重投都算新的一次";
    mails_help: "mails in the customer's inbox", "客人信箱裡的信";
    turn_client: "the client repeats", "client 重複";
    turn_layer_1: "layer 1 holds", "第 1 層擋下";
    turn_publisher: "published again", "重複 publish";
    turn_broker: "the broker repeats", "broker 重投";
    turn_layer_2: "layer 2 holds", "第 2 層擋下";
    turn_mail_key: "the mail key holds", "寄信服務擋下";
    acks: "acks", "ack";
    dead_letters: "dead letters", "死信";
    runs: "runs", "執行";
    skips: "skips", "略過";
    failures: "failures", "失敗";
    effects: "effects", "effect";
    handler: "handler", "handler";

    // Verdicts.
    verdict: "Verdict", "判定";
    once: "once", "一次";
    duplicated: "doubled", "重複";
    lost: "lost", "遺失";
    dead_lettered: "set aside", "進死信佇列";
    pending: "under way", "進行中";
    once_help: "Every purchase has each effect one time.", "每一次購買的每個 effect 都只發生一次。";
    duplicated_help: "A purchase has the same effect more than once.",
        "有一次購買，同一個 effect 發生了不只一次。";
    lost_help: "An effect never happens, and nothing is queued or set aside that could still bring it.",
        "有 effect 永遠不會發生，佇列與死信佇列裡也沒有東西能把它補回來。";
    dead_lettered_help: "An effect is missing, but its message is in the dead-letter queue, where an operator finds it.",
        "有 effect 還沒發生，但訊息在死信佇列裡，維運人員找得到。";
    pending_help: "The run goes on; nothing is decided yet.", "Run 還在進行，還不能下判定。";
    looks_healthy: "Nothing reported an error. No alert fires for this.",
        "整個 run 沒有任何錯誤回報，不會有告警。";

    // What the customer sees.
    inbox: "Inbox", "收件匣";
    inbox_empty: "No mail yet.", "還沒有信。";
    phone: "Phone", "手機";
    phone_empty: "No push yet.", "還沒有推播。";
    second_push: "again, for the same purchase", "同一次購買，又一則";
    card: "Card statement", "信用卡帳單";
    card_empty: "No charge yet.", "還沒有扣款。";
    your_order: "Your order", "您的訂單";
    order: "order", "訂單";
    second_mail: "again, for the same purchase", "同一次購買，又一封";
    second_charge: "again, for the same purchase", "同一次購買，又扣一筆";
    customer_sees: "What the customer sees", "客人看到的";

    // Diagram.
    diagram: "Diagram", "時序圖";
    legend: "Legend", "圖例";
    legend_arrow: "sent and arrived", "送出並抵達";
    legend_lost: "lost on its way", "中途遺失";
    legend_reply: "an answer: response, confirm, ack", "回覆：回應、confirm、ack";
    legend_crash: "a process dies", "process 死掉";
    legend_skip: "layer 2 skips the handler", "第 2 層略過 handler";
    legend_hold: "a transaction is open", "交易進行中";

    // Now, SQL, tables, log.
    now: "Now", "現在";
    sql: "SQL of this step", "這一步的 SQL";
    no_sql: "No SQL in this step.", "這一步沒有 SQL。";
    busy: "SQLITE_BUSY: another connection has a transaction open",
        "SQLITE_BUSY：另一條連線的交易還開著";
    done: "done", "完成";
    tables: "Tables", "資料表";
    table_empty: "no rows", "沒有資料";
    primary_key: "primary key", "主鍵";
    no_primary_key: "no primary key", "沒有主鍵";
    pending_row: "not committed: other connections do not see it yet", "尚未 commit，其他連線還看不到";
    inserted: "inserted", "新增";
    updated: "changed", "更新";
    deleted: "gone", "消失";
    committed: "committed", "已 commit";
    query: "Ask with SQL", "用 SQL 查";
    database_producer: "producer's database", "producer 的資料庫";
    database_consumer: "consumer's database", "consumer 的資料庫";
    log: "Log", "Log";
    log_hint: "Lines named sim.… are the simulation's own: no service in this pipeline could have written them.",
        "名稱以 sim. 開頭的，是模擬器自己寫的：pipeline 裡沒有任何服務寫得出這一行。";

    earlier_steps: "Earlier steps", "更早的步驟";
    later_steps: "Later steps", "更後面的步驟";
    already_there: "it was there already", "原本就有了";

    turn_one_request: "layer 1 sees one request", "第 1 層只看到一個請求";
    turn_two_events: "layer 2 sees two events", "第 2 層看到兩個 event";

    // Matrix.
    matrix: "Mails per purchase, every combination", "一次購買寄了幾封信：所有組合";
    matrix_caption: "Computed by running all eight. Open a cell to step through its run.",
        "八格都是實際跑出來的。點一格，就能一步步看那個 run。";
    matrix_story: "story", "故事";
    matrix_open: "Open this run", "打開這個 run";
    matrix_here: "on screen", "目前畫面";
    matrix_none_here: "The setting on screen is in none of these columns: a new key per click is neither off nor one key per intent.",
        "目前的設定不在任何一欄：每次點擊換新 key，既不是沒有 key，也不是一個 intent 一個 key。";

    // Forking.
    fork_title: "Change the past?", "要改寫過去嗎？";
    fork: "You decided something later in this run. If you go on, that is dropped, and the run continues from here with your new decision. Dropped:",
        "這個 run 後面還有你做過的決定。繼續的話，那些決定會捨棄，run 從這裡帶著新的決定往下走。會捨棄：";
    fork_yes: "Drop it and go on", "捨棄並繼續";
    cancel: "Cancel", "取消";

    // The engine, and what can go wrong with the page itself.
    engine_loading: "The engine is loading.", "引擎載入中。";
    engine_restarted: "The engine stopped answering and was started again; you are at the same step.",
        "引擎沒有回應，已經重新啟動。你還在同一步。";
    engine_failed: "The engine does not start in this browser. The text of the page works without it; this link opens the same run elsewhere:",
        "引擎在這個瀏覽器啟動不了。頁面的文字不受影響；這個連結可以在別處打開同一個 run：";
    engine_retry: "Try again", "再試一次";
    page_failed: "Something in this page broke. Nothing of your run is lost: this link opens it again.",
        "頁面出了問題。你的 run 沒有遺失，用這個連結可以重新打開。";
    cut_entries: "This run would go on for ever and was cut here: a message that always fails and has no delivery limit keeps coming back.",
        "這個 run 不會自己停，所以在這裡截斷：永遠失敗、又沒有投遞上限的訊息會一直回來。";
    cut_time: "This run was cut after thirty simulated days.", "這個 run 跑滿模擬的三十天，在這裡截斷。";
}

/// The word for a verdict.
pub fn verdict(verdict: Verdict, lang: Lang) -> &'static str {
    let t = texts(lang);
    match verdict {
        Verdict::Once => t.once,
        Verdict::Duplicated => t.duplicated,
        Verdict::Lost => t.lost,
        Verdict::DeadLettered => t.dead_lettered,
        Verdict::Pending => t.pending,
    }
}

/// What a verdict means, in one sentence.
pub fn verdict_help(verdict: Verdict, lang: Lang) -> &'static str {
    let t = texts(lang);
    match verdict {
        Verdict::Once => t.once_help,
        Verdict::Duplicated => t.duplicated_help,
        Verdict::Lost => t.lost_help,
        Verdict::DeadLettered => t.dead_lettered_help,
        Verdict::Pending => t.pending_help,
    }
}

/// Does nobody want anything in this story unless somebody sends a request by hand?
pub fn by_hand(lab: &Lab, panel: Panel) -> bool {
    !lab.compare && panel.plan(lab).scenario.client.intents == 0
}

/// Does a panel still run what its name says: A a double submit, B something that comes again?
fn tells_its_story(lab: &Lab, panel: Panel) -> bool {
    let Plan { scenario, commands } = panel.plan(lab);
    let clicks = scenario.client.clicks > 1;
    match panel {
        Panel::A => clicks,
        Panel::B => {
            let scripted =
                !scenario.faults.is_empty() || !scenario.commands.is_empty() || !commands.is_empty();
            !clicks && (scripted || scenario.rates != Rates::default())
        }
    }
}

/// What a panel is called. `alone`: the lab shows no other; `short`: there is little room.
pub fn panel(lab: &Lab, panel: Panel, alone: bool, short: bool, lang: Lang) -> &'static str {
    let t = texts(lang);
    match (lab.compare, panel, short) {
        _ if by_hand(lab, panel) => t.panel_by_hand,
        _ if alone => t.panel_alone,
        (false, ..) if !tells_its_story(lab, panel) => match panel {
            Panel::A => t.panel_a_other,
            Panel::B => t.panel_b_other,
        },
        (false, Panel::A, false) => t.panel_a,
        (false, Panel::B, false) => t.panel_b,
        (false, Panel::A, true) => t.panel_a_short,
        (false, Panel::B, true) => t.panel_b_short,
        (true, Panel::A, _) => t.panel_left,
        (true, Panel::B, _) => t.panel_right,
    }
}

/// A verdict's sign, so that it is never colour alone.
pub const fn verdict_sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Once => "✓",
        Verdict::Duplicated => "×2",
        Verdict::Lost => "∅",
        Verdict::DeadLettered => "⚑",
        Verdict::Pending => "…",
    }
}

/// The verdict with its figures: "doubled: 2 mails, 2 charges". Where the figures do not show it, it names the handlers
/// that it is about: "doubled (inventory): 1 mail, 1 charge".
pub fn verdict_line(outcome: &Outcome, lang: Lang) -> String {
    let mut words: Vec<String> = outcome.verdict.iter().map(|&word| verdict(word, lang).into()).collect();
    let about = outcome.handlers.iter().filter(|(_, it)| it.verdict.contains(&outcome.worst()));
    let about: Vec<Handler> = about.map(|(handler, _)| *handler).collect();
    let is_counted = |handler: &Handler| handler.provider().is_some();
    if let Some(word) = words.first_mut()
        && !matches!(outcome.worst(), Verdict::Once | Verdict::Pending)
        && !about.iter().any(is_counted)
    {
        let names: Vec<&str> = about.iter().map(|it| it.word().trim_end_matches("Handler")).collect();
        if !names.is_empty() {
            *word += &match lang {
                Lang::En(_) => format!(" ({})", names.join(", ")),
                Lang::ZhHant(_) => format!("（{}）", names.join("、")),
            };
        }
    }
    let mut parts = Vec::new();
    if outcome.handler(Handler::Email).is_some() {
        parts.push(count(outcome.mails, Noun::Mail, lang));
    }
    if let Some(push) = outcome.handler(Handler::Push) {
        parts.push(count(push.effects, Noun::Push, lang));
    }
    parts.push(count(outcome.charges, Noun::Charge, lang));
    let comma = match lang {
        Lang::En(_) => ", ",
        Lang::ZhHant(_) => "、",
    };
    format!("{}{}{}", words.join(comma), lang.colon(), parts.join(comma))
}

/// What can be counted in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
    /// A purchase wanted.
    Intent,
    /// An HTTP POST.
    Request,
    /// A row in `orders`.
    Order,
    /// A card charge.
    Charge,
    /// A hand-over.
    Delivery,
    /// A mail in the inbox.
    Mail,
    /// A push on the phone.
    Push,
    /// A row.
    Row,
    /// A trace entry.
    Step,
}

/// A number with its noun: "1 mail", "2 mails", "2 封信".
pub fn count(n: u32, noun: Noun, lang: Lang) -> String {
    let (one, many, zh) = match noun {
        Noun::Intent => ("intent", "intents", " 個 intent"),
        Noun::Request => ("request", "requests", " 個請求"),
        Noun::Order => ("order", "orders", " 筆訂單"),
        Noun::Charge => ("charge", "charges", " 筆扣款"),
        Noun::Delivery => ("delivery", "deliveries", " 次投遞"),
        Noun::Mail => ("mail", "mails", " 封信"),
        Noun::Push => ("push", "pushes", " 則推播"),
        Noun::Row => ("row", "rows", " 列"),
        Noun::Step => ("step", "steps", " 步"),
    };
    match lang {
        Lang::En(_) => format!("{n} {}", if n == 1 { one } else { many }),
        Lang::ZhHant(_) => format!("{n}{zh}"),
    }
}

/// After a decision: how much of the run is new and lies ahead.
pub fn new_steps(n: usize, lang: Lang) -> String {
    match lang {
        Lang::En(_) if n == 1 => "1 new step ahead".into(),
        Lang::En(_) => format!("{n} new steps ahead"),
        Lang::ZhHant(_) => format!("前面有 {n} 個新步驟"),
    }
}

/// "step 13 of 18 · 30.6 s"; `n` counts from 1, 0 is before the first step.
pub fn step_of(n: usize, total: usize, at: Millis, lang: Lang) -> String {
    let time = moment(at, lang);
    match lang {
        Lang::En(_) => format!("step {n} of {total} · {time}"),
        Lang::ZhHant(_) => format!("第 {n} 步，共 {total} 步 · {time}"),
    }
}

/// A step and its moment.
pub fn step(n: usize, at: Millis, lang: Lang) -> String {
    let time = moment(at, lang);
    match lang {
        Lang::En(_) => format!("step {n} · {time}"),
        Lang::ZhHant(_) => format!("第 {n} 步 · {time}"),
    }
}

/// A moment in simulated time: "30.6 s", "2 min 5 s", "6 days".
pub fn moment(at: Millis, lang: Lang) -> String {
    let s = at.0 / 1_000;
    let [(n, large), (rest, small)] = match s {
        _ if s < 120 => return unit(format_args!("{s}.{}", at.0 / 100 % 10), "s", lang),
        _ if s < 7_200 => [(s / 60, "min"), (s % 60, "s")],
        _ if s < 172_800 => [(s / 3_600, "h"), (s % 3_600 / 60, "min")],
        _ => [(s / 86_400, "d"), (s % 86_400 / 3_600, "h")],
    };
    let whole = unit(format_args!("{n}"), large, lang);
    if rest == 0 { whole } else { format!("{whole} {}", unit(format_args!("{rest}"), small, lang)) }
}

/// A pause in a run, as exactly as a reader cares.
pub fn pause(ms: u64, lang: Lang) -> String {
    if ms < 120_000 { duration(ms, lang) } else { moment(Millis(ms.next_multiple_of(1_000)), lang) }
}

/// A stretch of time: "250 ms", "30 s", "24 h".
pub fn duration(ms: u64, lang: Lang) -> String {
    let (n, of) = match ms {
        _ if ms >= 172_800_000 && ms.is_multiple_of(86_400_000) => (ms / 86_400_000, "d"),
        _ if ms >= 3_600_000 && ms.is_multiple_of(3_600_000) => (ms / 3_600_000, "h"),
        _ if ms >= 120_000 && ms.is_multiple_of(60_000) => (ms / 60_000, "min"),
        _ if ms >= 1_000 && ms.is_multiple_of(1_000) => (ms / 1_000, "s"),
        _ if ms >= 1_000 => {
            return unit(format_args!("{}.{}", ms / 1_000, ms % 1_000 / 100), "s", lang);
        }
        _ => (ms, "ms"),
    };
    unit(format_args!("{n}"), of, lang)
}

fn unit(n: std::fmt::Arguments<'_>, unit: &str, lang: Lang) -> String {
    match (lang, unit) {
        (Lang::En(_), "d") => format!("{n} days"),
        (Lang::En(_), _) => format!("{n} {unit}"),
        (Lang::ZhHant(_), "d") => format!("{n} 天"),
        (Lang::ZhHant(_), "h") => format!("{n} 小時"),
        (Lang::ZhHant(_), "min") => format!("{n} 分鐘"),
        (Lang::ZhHant(_), "s") => format!("{n} 秒"),
        (Lang::ZhHant(_), _) => format!("{n} 毫秒"),
    }
}

/// What a statement came to: "1 row", "0 rows changed: it was there".
pub fn answer(answer: &crate::domain::sql::Answer, lang: Lang) -> String {
    use crate::domain::sql::Answer;
    match (answer, lang) {
        (Answer::Done, _) => texts(lang).done.into(),
        (Answer::Busy, _) => texts(lang).busy.into(),
        (Answer::Error(message), _) => message.clone(),
        (Answer::Rows(rows), Lang::En(_)) if rows.is_empty() => "no row".into(),
        (Answer::Rows(rows), Lang::ZhHant(_)) if rows.is_empty() => "沒有符合的列".into(),
        (Answer::Rows(rows), _) => count(rows.len() as u32, Noun::Row, lang),
        (Answer::Changed(n), Lang::En(_)) => format!("{} changed", count(*n as u32, Noun::Row, lang)),
        (Answer::Changed(n), Lang::ZhHant(_)) => format!("異動 {}", count(*n as u32, Noun::Row, lang)),
    }
}
