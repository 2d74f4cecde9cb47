//! Two generals: a board on which one side sends the other a message, that one sends an ack, the first an ack of
//! the ack, and so on; what each side knows of it, and why no number of acks is enough. The same board is read a
//! second time as a broker and a consumer, where the way out lies.

use super::lang::Lang;
use crate::domain::outcome::Verdict;

/// So many messengers at most.
pub const MOST: usize = 8;

/// Who sends the first messenger, and who gets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A general; the broker.
    A,
    /// The other general; the consumer.
    B,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::A, Side::B];

    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// As what the board is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// Two generals who must attack together or not at all.
    Generals,
    /// A broker that may forget a message, and a consumer that may process it.
    Broker,
}

/// What becomes of a messenger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It arrives.
    Arrives,
    /// It is sent and does not arrive.
    Lost,
    /// The one before it was lost, so nobody sends it.
    NotSent,
}

/// What the two come to under the [`Board::acts`] rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Both act.
    Both,
    /// This one acts, the other does not.
    Alone(Side),
    /// Neither does.
    Nobody,
}

/// What is done to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The last messenger is left out.
    Fewer,
    /// One more ack.
    More,
    /// Back to how the board opened.
    Reset,
    /// Reads it as this.
    Read(World),
    /// Loses this messenger, or lets it through again.
    Lose(usize),
}

impl Move {
    /// As a number, for the page.
    pub fn number(self) -> usize {
        match self {
            Move::Fewer => 0,
            Move::More => 1,
            Move::Reset => 2,
            Move::Read(World::Generals) => 3,
            Move::Read(World::Broker) => 4,
            Move::Lose(i) => 4 + i,
        }
    }

    /// From its [`Move::number`].
    pub fn from_number(number: usize) -> Option<Move> {
        Some(match number {
            0 => Move::Fewer,
            1 => Move::More,
            2 => Move::Reset,
            3 => Move::Read(World::Generals),
            4 => Move::Read(World::Broker),
            i if i <= 4 + MOST => Move::Lose(i - 4),
            _ => return None,
        })
    }
}

/// Who sends messenger `i`; they are numbered from 1.
pub fn sender(i: usize) -> Side {
    if i % 2 == 1 { Side::A } else { Side::B }
}

/// The board: so many messengers are planned, each the answer to the one before it, and one may be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// How many are planned, 1 to [`MOST`].
    pub planned: usize,
    /// Which one is lost, if one is.
    pub lost: Option<usize>,
    /// As what it is read.
    pub world: World,
}

impl Board {
    /// How the board opens: nothing lost yet.
    pub const OPENING: Board = Board { planned: 4, lost: None, world: World::Generals };

    /// The board after this.
    pub fn after(self, what: Move) -> Board {
        let Board { planned, lost, world } = self;
        match what {
            Move::Fewer => {
                let planned = (planned - 1).max(1);
                Board { planned, lost: lost.filter(|&i| i <= planned), world }
            }
            Move::More => Board { planned: (planned + 1).min(MOST), ..self },
            Move::Reset => Board { world, ..Board::OPENING },
            Move::Read(world) => Board { world, ..self },
            Move::Lose(i) if lost == Some(i) => Board { lost: None, ..self },
            Move::Lose(i) if i <= self.arrived() => Board { lost: Some(i), ..self },
            Move::Lose(_) => self,
        }
    }

    /// How many arrive.
    pub fn arrived(self) -> usize {
        self.lost.map_or(self.planned, |i| i - 1)
    }

    /// What becomes of messenger `i`.
    pub fn fate(self, i: usize) -> Fate {
        if i <= self.arrived() {
            Fate::Arrives
        } else if self.lost == Some(i) {
            Fate::Lost
        } else {
            Fate::NotSent
        }
    }

    /// How deep a side's knowledge is nested, which is the number of the last messenger that reached it: 1, B knows
    /// the hour; 2, A knows that B knows it; and so on. A knows the hour from the start (0); `None`: it has heard
    /// nothing.
    pub fn depth(self, side: Side) -> Option<usize> {
        match side {
            Side::A => Some(self.arrived() / 2 * 2),
            Side::B => (self.arrived().div_ceil(2) * 2).checked_sub(1),
        }
    }

    /// The messenger that a side has sent without knowing whether it arrived: the answer to the last one that
    /// reached it.
    pub fn doubts(self, side: Side) -> Option<usize> {
        self.depth(side).map(|depth| depth + 1).filter(|&i| i <= self.planned)
    }

    /// Does a side know that everything arrived?
    pub fn is_certain(self, side: Side) -> bool {
        self.depth(side) == Some(self.planned)
    }

    /// The rule: a side acts when everything that the plan promises it has reached it.
    pub fn acts(self, side: Side) -> bool {
        let last = if sender(self.planned) == side { self.planned - 1 } else { self.planned };
        self.depth(side) >= Some(last)
    }

    /// What the rule comes to.
    pub fn outcome(self) -> Outcome {
        match Side::ALL.map(|side| self.acts(side)) {
            [true, true] => Outcome::Both,
            [true, false] => Outcome::Alone(Side::A),
            [false, true] => Outcome::Alone(Side::B),
            [false, false] => Outcome::Nobody,
        }
    }

    /// The outcome as the labs show it.
    pub fn verdict(self) -> Verdict {
        match (self.outcome(), self.world) {
            (Outcome::Both, _) => Verdict::Once,
            (Outcome::Alone(Side::B), World::Broker) => Verdict::Duplicated,
            (Outcome::Alone(_), _) => Verdict::Lost,
            (Outcome::Nobody, _) => Verdict::Pending,
        }
    }
}

/// A step of the way out: the broker repeats until an ack arrives, and the consumer makes the repeat harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The broker delivers the message, for the first time or again; does it arrive?
    Delivery {
        /// Not for the first time.
        again: bool,
        /// It does not arrive.
        lost: bool,
    },
    /// The row was inserted, so the message is processed.
    Processed,
    /// The row was there, so the message is skipped.
    Skipped,
    /// The consumer acks; does it arrive?
    Ack {
        /// It does not arrive.
        lost: bool,
    },
}

/// The way out under the same loss as on the board, if the loss is one that two messengers can have.
pub fn way_out(lost: Option<usize>) -> Vec<Step> {
    let (mut steps, mut again, mut inserted) = (Vec::new(), false, false);
    loop {
        let loses = |i| !again && lost == Some(i);
        let (delivery_lost, ack_lost) = (loses(1), loses(2));
        steps.push(Step::Delivery { again, lost: delivery_lost });
        if !delivery_lost {
            steps.push(if inserted { Step::Skipped } else { Step::Processed });
            inserted = true;
            steps.push(Step::Ack { lost: ack_lost });
            if !ack_lost {
                return steps;
            }
        }
        again = true;
    }
}

/// A side's name, as inside a sentence.
pub fn name(side: Side, world: World, lang: Lang) -> &'static str {
    match (world, side, lang) {
        (World::Generals, Side::A, _) => "A",
        (World::Generals, Side::B, _) => "B",
        (World::Broker, Side::A, Lang::En(_)) => "the broker",
        (World::Broker, Side::B, Lang::En(_)) => "the consumer",
        (World::Broker, Side::A, Lang::ZhHant(_)) => "broker",
        (World::Broker, Side::B, Lang::ZhHant(_)) => "consumer",
    }
}

/// What messenger `i` brings.
pub fn brings(i: usize, world: World, lang: Lang) -> String {
    match (i, world, lang) {
        (1, World::Generals, Lang::En(_)) => "attack at dawn".into(),
        (1, World::Generals, Lang::ZhHant(_)) => "黎明進攻".into(),
        (1, World::Broker, _) => "delivery".into(),
        (2, ..) => "ack".into(),
        (3, _, Lang::En(_)) => "ack of the ack".into(),
        (3, _, Lang::ZhHant(_)) => "ack 的 ack".into(),
        (_, _, Lang::En(_)) => format!("ack of no. {}", i - 1),
        (_, _, Lang::ZhHant(_)) => format!("第 {} 則的 ack", i - 1),
    }
}

/// A sentence begins with a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + chars.as_str())
}

/// What is known at this depth, by the side that last messenger reached: "A knows that B knows the hour."
pub fn known(depth: usize, world: World, lang: Lang) -> String {
    let mut text = String::new();
    for i in (2..=depth).rev() {
        text.push_str(name(sender(i).other(), world, lang));
        text.push_str(match lang {
            Lang::En(_) => " knows that ",
            Lang::ZhHant(_) => " 知道 ",
        });
    }
    text.push_str(name(if depth == 0 { Side::A } else { Side::B }, world, lang));
    text.push_str(match (world, lang) {
        (World::Generals, Lang::En(_)) => " knows the hour.",
        (World::Generals, Lang::ZhHant(_)) => " 知道進攻時間。",
        (World::Broker, Lang::En(_)) => " has the message.",
        (World::Broker, Lang::ZhHant(_)) => " 手上有這則訊息。",
    });
    capital(&text)
}

impl Board {
    fn name(self, side: Side, lang: Lang) -> &'static str {
        name(side, self.world, lang)
    }

    /// What a side knows, and what it does not.
    pub fn knows(self, side: Side, lang: Lang) -> [String; 2] {
        let (it, other) = (self.name(side, lang), self.name(side.other(), lang));
        let Some(depth) = self.depth(side) else {
            return match lang {
                Lang::En(_) => [
                    capital(&format!("{it} has heard nothing.")),
                    "Not even that there is something to hear.".into(),
                ],
                Lang::ZhHant(_) => {
                    [capital(&format!("{it} 什麼都沒收到。")), "連有沒有東西要收都不知道。".into()]
                }
            };
        };
        let doubt = match (self.doubts(side), lang) {
            (Some(i), Lang::En(_)) => {
                capital(&format!("{it} sent no. {i} and cannot know whether it arrived."))
            }
            (Some(i), Lang::ZhHant(_)) => capital(&format!("{it} 送出了第 {i} 則，卻無從知道到了沒有。")),
            (None, Lang::En(_)) => format!("Everything has arrived, and {other} cannot know that."),
            (None, Lang::ZhHant(_)) => format!("全部都到了，而 {other} 無從知道。"),
        };
        [known(depth, self.world, lang), doubt]
    }

    /// What a side does by the rule.
    pub fn does(self, side: Side, lang: Lang) -> &'static str {
        match (self.world, side, self.acts(side), lang) {
            (World::Generals, _, true, Lang::En(_)) => "attacks",
            (World::Generals, _, false, Lang::En(_)) => "waits",
            (World::Generals, _, true, Lang::ZhHant(_)) => "進攻",
            (World::Generals, _, false, Lang::ZhHant(_)) => "按兵不動",
            (World::Broker, Side::A, true, Lang::En(_)) => "forgets the message",
            (World::Broker, Side::A, false, Lang::En(_)) => "keeps the message",
            (World::Broker, Side::A, true, Lang::ZhHant(_)) => "忘掉這則訊息",
            (World::Broker, Side::A, false, Lang::ZhHant(_)) => "留著這則訊息",
            (World::Broker, Side::B, true, Lang::En(_)) => "processes the message",
            (World::Broker, Side::B, false, Lang::En(_)) => "does not process it",
            (World::Broker, Side::B, true, Lang::ZhHant(_)) => "處理這則訊息",
            (World::Broker, Side::B, false, Lang::ZhHant(_)) => "不處理",
        }
    }

    /// What it comes to, in a word or two.
    pub fn result(self, lang: Lang) -> String {
        let word = match (self.world, self.outcome(), lang) {
            (World::Generals, Outcome::Both, Lang::En(_)) => "both attack",
            (World::Generals, Outcome::Both, Lang::ZhHant(_)) => "一起進攻",
            (World::Generals, Outcome::Alone(side), _) => {
                let it = self.name(side, lang);
                return match lang {
                    Lang::En(_) => format!("{it} attacks alone"),
                    Lang::ZhHant(_) => format!("{it} 獨自進攻"),
                };
            }
            (World::Generals, Outcome::Nobody, Lang::En(_)) => "nobody attacks",
            (World::Generals, Outcome::Nobody, Lang::ZhHant(_)) => "沒有人進攻",
            (World::Broker, Outcome::Both, Lang::En(_)) => "processed, then forgotten",
            (World::Broker, Outcome::Both, Lang::ZhHant(_)) => "處理了，也忘了",
            (World::Broker, Outcome::Alone(Side::A), Lang::En(_)) => "lost",
            (World::Broker, Outcome::Alone(Side::A), Lang::ZhHant(_)) => "遺失",
            (World::Broker, Outcome::Alone(Side::B), Lang::En(_)) => "processed, will come again",
            (World::Broker, Outcome::Alone(Side::B), Lang::ZhHant(_)) => "處理了，還會再來",
            (World::Broker, Outcome::Nobody, Lang::En(_)) => "kept, not processed",
            (World::Broker, Outcome::Nobody, Lang::ZhHant(_)) => "還留著，沒有處理",
        };
        word.into()
    }

    /// What has happened on the board, in a sentence or two.
    pub fn sentence(self, lang: Lang) -> String {
        let k = self.planned;
        let (last, a, b) = (self.name(sender(k), lang), self.name(Side::A, lang), self.name(Side::B, lang));
        let text = match (self.lost, self.outcome(), self.world, lang) {
            (None, _, _, Lang::En(_)) => {
                let done = match self.world {
                    World::Generals => "both attack",
                    World::Broker => "the consumer processes the message, and the broker forgets it",
                };
                format!(
                    "Everything arrives: {done}. But {last} sent no. {k}, the last one, and acts without knowing that it arrived."
                )
            }
            (None, _, _, Lang::ZhHant(_)) => {
                let done = match self.world {
                    World::Generals => "兩邊一起進攻",
                    World::Broker => "consumer 處理訊息，broker 忘掉它",
                };
                format!(
                    "全部都到了，{done}。可是最後的第 {k} 則是 {last} 送的，{last} 動手的時候，並不知道這一則到了沒有。"
                )
            }
            (_, Outcome::Alone(_), World::Generals, Lang::En(_)) => {
                format!("No. {k}, the last one, is lost. {last} sees no difference and attacks, alone.")
            }
            (_, Outcome::Alone(_), World::Generals, Lang::ZhHant(_)) => {
                format!("最後的第 {k} 則掉了。{last} 看不出任何不同，照樣進攻，而且是獨自進攻。")
            }
            (_, Outcome::Alone(Side::A), World::Broker, Lang::En(_)) => format!(
                "No. {k}, the last one, is lost. The broker sees no difference and forgets the message; the consumer never processes it."
            ),
            (_, Outcome::Alone(Side::A), World::Broker, Lang::ZhHant(_)) => {
                format!("最後的第 {k} 則掉了。Broker 看不出任何不同，照樣忘掉訊息；consumer 永遠不會處理它。")
            }
            (_, Outcome::Alone(Side::B), World::Broker, Lang::En(_)) => format!(
                "No. {k}, the last one, is lost. The consumer sees no difference and has processed the message; the broker keeps it, and it will come again."
            ),
            (_, Outcome::Alone(Side::B), World::Broker, Lang::ZhHant(_)) => format!(
                "最後的第 {k} 則掉了。Consumer 看不出任何不同，訊息已經處理；broker 卻還留著它，之後會再送一次。"
            ),
            (Some(i), ..) => {
                let (from, to) = (self.name(sender(i), lang), self.name(sender(i).other(), lang));
                match (self.world, lang) {
                    (World::Generals, Lang::En(_)) => format!(
                        "No. {i} is lost, and what would answer it is never sent. {to} waits for no. {i}, {from} for no. {}: nobody attacks.",
                        i + 1
                    ),
                    (World::Generals, Lang::ZhHant(_)) => format!(
                        "第 {i} 則掉了，後面的也就不會送。{to} 等第 {i} 則，{from} 等第 {} 則：沒有人進攻。",
                        i + 1
                    ),
                    (World::Broker, Lang::En(_)) => format!(
                        "No. {i} is lost, and what would answer it is never sent. {b} does not process the message, and {a} keeps it."
                    ),
                    (World::Broker, Lang::ZhHant(_)) => {
                        format!("第 {i} 則掉了，後面的也就不會送。{b} 不處理，{a} 留著訊息。")
                    }
                }
            }
        };
        sentences(&text)
    }

    /// Why the last messenger may be left out.
    pub fn argument(self, lang: Lang) -> String {
        let k = self.planned;
        let (it, other) = (self.name(sender(k), lang), self.name(sender(k).other(), lang));
        let text = match (k, lang) {
            (1, Lang::En(_)) => format!(
                "{it} does the same whether no. 1 arrives or not. So a plan that is safe is safe without it, too. Leave it out, and nothing is sent at all: {other} is to act on what it has never heard of."
            ),
            (1, Lang::ZhHant(_)) => format!(
                "第 1 則到或不到，{it} 做的事都一樣。所以，計畫若是安全的，少了它也該安全。拿掉它，就什麼都不用送了：{other} 得為一件從沒聽過的事動手。"
            ),
            (_, Lang::En(_)) => format!(
                "{it} does the same whether no. {k} arrives or not. So a plan that is safe is safe without it, too. Leave it out, and {other} is the one who sends the last one: the same again."
            ),
            (_, Lang::ZhHant(_)) => format!(
                "第 {k} 則到或不到，{it} 做的事都一樣。所以，計畫若是安全的，少了它也該安全。拿掉它，送最後一則的就換成 {other}：同樣的話再說一遍。"
            ),
        };
        sentences(&text)
    }
}

/// Every sentence begins with a capital.
fn sentences(text: &str) -> String {
    text.split_inclusive(". ").flat_map(|part| part.split_inclusive('。')).map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards() -> impl Iterator<Item = Board> {
        [World::Generals, World::Broker].into_iter().flat_map(|world| {
            (1..=MOST).flat_map(move |planned| {
                (0..=planned).map(move |i| Board { planned, lost: (i > 0).then_some(i), world })
            })
        })
    }

    /// What a side has seen where so many messengers arrived: how many of them came to it.
    fn seen(side: Side, arrived: usize) -> usize {
        (1..=arrived).filter(|&i| sender(i) != side).count()
    }

    #[test]
    fn a_lost_messenger_ends_the_exchange() {
        for board in boards() {
            let fates: Vec<Fate> = (1..=board.planned).map(|i| board.fate(i)).collect();
            let arrive = fates.iter().take_while(|fate| **fate == Fate::Arrives).count();
            assert_eq!(arrive, board.arrived());
            match board.lost {
                None => assert_eq!(arrive, board.planned),
                Some(i) => {
                    assert_eq!(fates[i - 1], Fate::Lost);
                    assert!(fates[i..].iter().all(|fate| *fate == Fate::NotSent), "{board:?}");
                }
            }
        }
    }

    #[test]
    fn knowledge_is_as_deep_as_the_number_of_messengers_that_arrived() {
        for board in boards() {
            let depths = Side::ALL.map(|side| board.depth(side));
            assert_eq!(depths.into_iter().max().flatten(), Some(board.arrived()), "{board:?}");
        }
    }

    /// The same from the definition: a side knows what holds in every course that looks to it as this one does.
    #[test]
    fn nested_knowledge_is_what_holds_wherever_a_side_sees_the_same() {
        for k in 1..=MOST {
            let knows = |side, fact: &dyn Fn(usize) -> bool| -> Vec<bool> {
                let alike = |n: usize| (0..=k).filter(move |&m| seen(side, m) == seen(side, n));
                (0..=k).map(|n| alike(n).all(fact)).collect()
            };
            // The first messenger brings the hour; each one after it lets its receiver know one level more.
            let mut fact: Vec<bool> = (0..=k).map(|n| n >= 1).collect();
            for level in 2..=k + 1 {
                fact = knows(sender(level).other(), &|n| fact[n]);
                let expected: Vec<bool> = (0..=k).map(|n| n >= level).collect();
                assert_eq!(fact, expected, "level {level} of {k}");
            }
            // One level more than there are messengers is never reached.
            assert!(fact.iter().all(|known| !known));
        }
    }

    #[test]
    fn the_sender_of_the_last_messenger_never_knows() {
        for board in boards() {
            let sent = board.lost.unwrap_or(board.planned);
            assert_eq!(board.doubts(sender(sent)), Some(sent), "{board:?}");
            assert!(!board.is_certain(sender(board.planned)), "{board:?}");
        }
    }

    #[test]
    fn one_ack_more_never_makes_both_certain() {
        for board in boards() {
            let certain = Side::ALL.into_iter().filter(|side| board.is_certain(*side)).count();
            assert_eq!(certain, usize::from(board.lost.is_none()), "{board:?}");
            let more = board.after(Move::More);
            assert!(Side::ALL.into_iter().any(|side| !more.is_certain(side)), "{more:?}");
        }
    }

    #[test]
    fn a_loss_of_the_last_one_leaves_its_sender_alone_and_parity_says_whom() {
        for board in boards() {
            let expected = match board.lost {
                None => Outcome::Both,
                Some(i) if i == board.planned => Outcome::Alone(sender(i)),
                Some(_) => Outcome::Nobody,
            };
            assert_eq!(board.outcome(), expected, "{board:?}");
        }
        let last_lost = |planned| Board { planned, lost: Some(planned), world: World::Broker }.verdict();
        for k in 1..=MOST {
            assert_eq!(last_lost(k), if k % 2 == 1 { Verdict::Lost } else { Verdict::Duplicated });
        }
    }

    /// The argument itself, for every rule there is and not only for the one on the board: whatever each side makes
    /// of what it has seen, if the two always agree, they do the same in every course, the one without a single
    /// messenger included.
    #[test]
    fn whatever_the_rules_two_that_always_agree_do_the_same_without_a_messenger() {
        for k in 1..=MOST {
            let views = |side| seen(side, k) + 1;
            for a in 0..1_u32 << views(Side::A) {
                for b in 0..1_u32 << views(Side::B) {
                    let acts = |side, n| {
                        let rule = if side == Side::A { a } else { b };
                        rule >> seen(side, n) & 1 == 1
                    };
                    if (0..=k).all(|n| acts(Side::A, n) == acts(Side::B, n)) {
                        assert!((0..=k).all(|n| acts(Side::B, n) == acts(Side::B, 0)), "{k} {a:b} {b:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_way_out_processes_once_whatever_is_lost() {
        for lost in (0..=MOST).map(|i| (i > 0).then_some(i)) {
            let steps = way_out(lost);
            assert_eq!(steps.iter().filter(|step| **step == Step::Processed).count(), 1, "{lost:?}");
            assert_eq!(steps.last(), Some(&Step::Ack { lost: false }), "{lost:?}");
        }
        let again = Step::Delivery { again: true, lost: false };
        assert_eq!(way_out(Some(2))[3..], [again, Step::Skipped, Step::Ack { lost: false }]);
    }

    #[test]
    fn moves_keep_the_board_in_bounds() {
        let moves = || (0..=4 + MOST).filter_map(Move::from_number);
        for (n, what) in moves().enumerate() {
            assert_eq!(what.number(), n);
        }
        assert_eq!(Move::from_number(5 + MOST), None);
        for board in boards() {
            for what in moves() {
                let after = board.after(what);
                assert!((1..=MOST).contains(&after.planned), "{board:?} {what:?}");
                assert!(after.lost.is_none_or(|i| (1..=after.planned).contains(&i)), "{board:?} {what:?}");
            }
        }
        let lost = Board::OPENING.after(Move::Lose(4));
        assert_eq!(lost.after(Move::Lose(4)), Board::OPENING);
        assert_eq!(lost.after(Move::Lose(3)).lost, Some(3));
        assert_eq!(lost.after(Move::Lose(3)).after(Move::Lose(4)).lost, Some(3), "it was never sent");
        assert_eq!(lost.after(Move::Fewer), Board { planned: 3, ..Board::OPENING });
    }

    /// What is read without the board says the same as the board.
    #[cfg(all(feature = "en", feature = "zh-hant"))]
    #[test]
    fn the_page_says_what_the_board_says() {
        let pages = [
            (Lang::EN, include_str!("../../content/en/labs/two-generals.md")),
            (Lang::ZH_HANT, include_str!("../../content/zh-Hant/labs/two-generals.md")),
        ];
        for (lang, page) in pages {
            for depth in 0..=4 {
                let text = known(depth, World::Generals, lang);
                assert!(page.contains(&format!("<td>{text}</td>")), "{text}");
            }
            for i in 1..=4 {
                assert!(page.contains(&format!(">{i} · {}", brings(i, World::Generals, lang))), "{i}");
            }
        }
    }

    #[cfg(all(feature = "en", feature = "zh-hant"))]
    #[test]
    fn what_is_said() {
        let say = |planned, lost, world, lang| {
            let board = Board { planned, lost, world };
            let [a, b] = Side::ALL.map(|side| board.knows(side, lang).join(" "));
            [a, b, board.result(lang), board.sentence(lang), board.argument(lang)].join("\n")
        };
        expect_test::expect![[r#"
            A knows that B knows the hour. A sent no. 3 and cannot know whether it arrived.
            B knows the hour. B sent no. 2 and cannot know whether it arrived.
            nobody attacks
            No. 3 is lost, and what would answer it is never sent. B waits for no. 3, A for no. 4: nobody attacks.
            B does the same whether no. 4 arrives or not. So a plan that is safe is safe without it, too. Leave it out, and A is the one who sends the last one: the same again."#]]
        .assert_eq(&say(4, Some(3), World::Generals, Lang::EN));
        expect_test::expect![[r#"
            A 知道 B 知道進攻時間。 A 送出了第 3 則，卻無從知道到了沒有。
            B 知道進攻時間。 B 送出了第 2 則，卻無從知道到了沒有。
            A 獨自進攻
            最後的第 3 則掉了。A 看不出任何不同，照樣進攻，而且是獨自進攻。
            第 3 則到或不到，A 做的事都一樣。所以，計畫若是安全的，少了它也該安全。拿掉它，送最後一則的就換成 B：同樣的話再說一遍。"#]]
        .assert_eq(&say(3, Some(3), World::Generals, Lang::ZH_HANT));
        expect_test::expect![[r#"
            The broker has the message. The broker sent no. 1 and cannot know whether it arrived.
            The consumer has the message. The consumer sent no. 2 and cannot know whether it arrived.
            processed, will come again
            No. 2, the last one, is lost. The consumer sees no difference and has processed the message; the broker keeps it, and it will come again.
            The consumer does the same whether no. 2 arrives or not. So a plan that is safe is safe without it, too. Leave it out, and the broker is the one who sends the last one: the same again."#]]
        .assert_eq(&say(2, Some(2), World::Broker, Lang::EN));
        expect_test::expect![[r#"
            Broker 手上有這則訊息。 Broker 送出了第 1 則，卻無從知道到了沒有。
            Consumer 什麼都沒收到。 連有沒有東西要收都不知道。
            遺失
            最後的第 1 則掉了。Broker 看不出任何不同，照樣忘掉訊息；consumer 永遠不會處理它。
            第 1 則到或不到，broker 做的事都一樣。所以，計畫若是安全的，少了它也該安全。拿掉它，就什麼都不用送了：consumer 得為一件從沒聽過的事動手。"#]]
        .assert_eq(&say(1, Some(1), World::Broker, Lang::ZH_HANT));
        for board in boards() {
            for &lang in Lang::ALL {
                for side in Side::ALL {
                    assert!(board.knows(side, lang).iter().all(|text| !text.is_empty()));
                }
                let text = board.sentence(lang) + &board.argument(lang);
                assert!(
                    !text.contains("  ") && text.starts_with(|c: char| !c.is_ascii_lowercase()),
                    "{text}"
                );
            }
        }
    }
}
