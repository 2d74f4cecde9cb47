//! The six reasons for which a message comes again, each as a plan that makes it come again by its own mechanism,
//! with the sentence why the broker could not know better.

use super::command::{Operation, Plan};
use super::dialect;
use super::fault::{Fault, Gap, Point};
use super::ids::Millis;
use super::lang::Said;
use super::scenario::{Dialect, Handler, Redelivers, Scenario, Scheduled};

words! {
    /// Why a message comes again.
    pub enum Redelivery {
        /// The consumer dies in the middle; the broker waits for its deadline.
        Crash = "crash",
        /// The work is done, and the connection breaks under the ack.
        ConnectionLost = "connection_lost",
        /// A rolling update kills the consumer's pod before its ack.
        RollingUpdate = "rolling_update",
        /// An operator retries all that failed.
        RetryAll = "retry_all",
        /// A consumer group gives the partition to another reader.
        Rebalance = "rebalance",
        /// The broker restarts, and its newest acks were not stored.
        BrokerRestart = "broker_restart",
    }
}

impl Redelivery {
    /// Its name.
    pub const fn name(self) -> Said {
        match self {
            Redelivery::Crash => Said::new("the consumer dies halfway", "consumer 做到一半死掉"),
            Redelivery::ConnectionLost => {
                Said::new("the connection breaks under the ack", "回 ack 時連線斷掉")
            }
            Redelivery::RollingUpdate => {
                Said::new("a rolling update kills the pod", "rolling update 砍掉 pod")
            }
            Redelivery::RetryAll => Said::new("an operator retries all", "維運人員全部重試"),
            Redelivery::Rebalance => {
                Said::new("the consumer group rebalances", "consumer group 發生 rebalance")
            }
            Redelivery::BrokerRestart => Said::new("the broker restarts", "broker 重啟"),
        }
    }

    /// Why the broker could not know better.
    pub const fn why(self) -> Said {
        match self {
            Redelivery::Crash => Said::new(
                "A dead consumer sends nothing, and a slow one sends nothing either: when the deadline is over, the broker can only guess.",
                "死掉的 consumer 不會出聲，慢的也不會：期限一到，broker 只能用猜的。",
            ),
            Redelivery::ConnectionLost => Said::new(
                "The ack was on the connection that broke: what the broker sees is a message in flight, and nobody at the other end.",
                "Ack 就在斷掉的那條連線上：broker 看到的，是一則還在途中的訊息，和不見了的對方。",
            ),
            Redelivery::RollingUpdate => Said::new(
                "The pod was told to go and was killed while it still worked: a closed connection does not say how far it had come.",
                "Pod 收到停止通知，還沒做完就被砍掉：連線關閉，看不出它做到哪裡。",
            ),
            Redelivery::RetryAll => Said::new(
                "To the broker the retried message is a new one, and that three of four handlers had succeeded was never its business.",
                "對 broker 來說，重試送來的是一則新訊息。四個 handler 裡有三個早就成功，它從來不管。",
            ),
            Redelivery::Rebalance => Said::new(
                "The group knows the committed offset and nothing else: whatever was done beyond it is read again by the next owner.",
                "Group 只知道 commit 過的 offset：在那之後做過的事，接手的人都會再讀一次。",
            ),
            Redelivery::BrokerRestart => Said::new(
                "It did know, and forgot: the ack had arrived and was not yet stored when the broker went down.",
                "它其實知道過，只是忘了：ack 已經收到，還沒存下來，broker 就倒了。",
            ),
        }
    }

    /// Its scenario, with the layers of this one.
    pub fn onto(self, current: &Scenario) -> Scenario {
        let mut scenario = self.plan().scenario;
        scenario.seed = current.seed;
        scenario.client.key = current.client.key;
        let of = &current.consumer;
        let to = &mut scenario.consumer;
        (to.dedup, to.dedup_key, to.sql) = (of.dedup, of.dedup_key, of.sql);
        (to.mail_key, to.card_key) = (of.mail_key, of.card_key);
        scenario
    }

    /// The reason that this scenario shows, whatever its layers are.
    pub fn of(scenario: &Scenario) -> Option<Redelivery> {
        Redelivery::ALL.iter().copied().find(|reason| reason.onto(scenario) == *scenario)
    }

    /// The plan that shows it, without any layer.
    pub fn plan(self) -> Plan {
        let mut scenario = Scenario::default();
        match self {
            Redelivery::Crash => {
                scenario.broker.redelivers = Redelivers::Deadline;
                scenario.faults = vec![Fault {
                    handler: Some(Handler::Inventory),
                    ..Fault::in_gap(Point::WorkerCrash, Gap::EffectDone)
                }];
            }
            Redelivery::ConnectionLost => scenario.faults = vec![Fault::once(Point::ConnectionLost)],
            Redelivery::RollingUpdate => {
                scenario.faults = vec![Fault::in_gap(Point::WorkerCrash, Gap::BeforeAck)];
            }
            Redelivery::RetryAll => {
                scenario.broker.max_deliveries = 1;
                scenario.faults =
                    vec![Fault { handler: Some(Handler::Inventory), ..Fault::once(Point::HandlerThrows) }];
                scenario.commands = vec![Scheduled { at_ms: Millis(60_000), run: Operation::RetryAll }];
            }
            Redelivery::Rebalance => {
                // The table of facts holds values that the table of settings takes; a test says so.
                let _ = dialect::apply(Dialect::Kafka, &mut scenario);
                scenario.faults = vec![Fault::once(Point::Rebalance)];
            }
            Redelivery::BrokerRestart => scenario.faults = vec![Fault::once(Point::BrokerRestart)],
        }
        scenario.into()
    }
}
