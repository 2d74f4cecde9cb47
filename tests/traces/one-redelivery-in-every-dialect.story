# RabbitMQ 4.0 to 4.2, quorum queue

[en]
  6 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 The broker hands e1 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 12 emailHandler takes 2000 s, longer than the ack deadline (consumer_timeout): to the broker a slow worker and a dead one look the same.
 13 The ack deadline (consumer_timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 14 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 20 worker 1 acks d1 by its old delivery tag (basic.ack), too late: the broker has taken the message back.
 21 To the broker this delivery is unknown, so it closes the channel of worker 1 (406 PRECONDITION_FAILED): everything that it holds goes back.
 23 worker 2 acks e1 (basic.ack): the broker is done with this message.
[zh-Hant]
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 12 emailHandler 花了 2000 秒，超過 ack 期限（consumer_timeout）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 13 超過 ack 期限（consumer_timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 14 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 20 worker 1 用舊的 delivery tag ack d1（basic.ack），太晚了：broker 已經把訊息收回。
 21 Broker 不認得這次投遞，於是關閉 worker 1 的 channel（406 PRECONDITION_FAILED）：它手上的全部退回佇列。
 23 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。

# Apache Kafka 3 and 4, classic consumer group

[en]
  7 relay 1 publishes e1 in the envelope m1 (send()) and waits for the broker's confirm.
  9 The broker has m1 and confirms it (acks=all): from here on, delivering is its business.
 11 The broker hands e1 to worker 1 (poll()): its first delivery.
 15 emailHandler takes 2000 s, longer than the poll interval (max.poll.interval.ms): to the broker a slow worker and a dead one look the same.
 16 worker 1 has not polled within the poll interval (max.poll.interval.ms), so the group goes on without it: generation 2, partition 0 to worker 2. Reading begins at the committed offset.
 18 The same event again: e1, attempt 2, now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 20 worker 2 has not polled within the poll interval (max.poll.interval.ms), so the group goes on without it: generation 3, partition 0 to nobody. Reading begins at the committed offset.
 29 The same event again: e1, attempt 3, now to worker 1. Work has been done for it already, and the broker never heard of that.
 32 The timer (enable.auto.commit) commits offset 1 of partition 0, after worker 1 has done e1.
[zh-Hant]
  7 relay 1 把 e1 裝進訊息 m1 送給 broker（send()），等它 confirm。
  9 Broker 收到 m1 並 confirm（acks=all）：從現在起，投遞是 broker 的事。
 11 Broker 把 e1 交給 worker 1（poll()），這是它的第一次投遞。
 15 emailHandler 花了 2000 秒，超過 poll 間隔（max.poll.interval.ms）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 16 worker 1 太久沒有 poll（max.poll.interval.ms），group 不再等它：第 2 代，partition 0 歸 worker 2。接手的 worker 從 commit 過的 offset 讀起。
 18 同一個 event 又來了：e1 第 2 次投遞，這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 20 worker 2 太久沒有 poll（max.poll.interval.ms），group 不再等它：第 3 代，partition 0 歸無人。接手的 worker 從 commit 過的 offset 讀起。
 29 同一個 event 又來了：e1 第 3 次投遞，這次交給 worker 1。先前已經做過事，只是 broker 不知道。
 32 worker 1 做完 e1 之後，定時器（enable.auto.commit）commit 了 partition 0 的 offset 1。

# Amazon SQS, standard queue

[en]
  6 relay 1 publishes e1 in the envelope m1 (SendMessage) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 The broker hands e1 to worker 1 (ReceiveMessage): its first delivery, with a receipt handle of its own.
 12 emailHandler takes 2000 s, longer than the ack deadline (visibility timeout): to the broker a slow worker and a dead one look the same.
 13 The ack deadline (visibility timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 14 The same event again: e1, attempt 2 (ApproximateReceiveCount=2), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 16 The ack deadline (visibility timeout) has passed, so the broker takes m1 (e1) back from worker 2. The worker may be dead, slow, or done.
 21 worker 1 acks d1 by its old receipt handle (DeleteMessage), too late: the broker has taken the message back.
 24 worker 2 acks d2 by its old receipt handle (DeleteMessage), too late: the broker has taken the message back, and the ack changes nothing.
[zh-Hant]
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（SendMessage），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1（ReceiveMessage），這是它的第一次投遞，有自己的 receipt handle。
 12 emailHandler 花了 2000 秒，超過 ack 期限（visibility timeout）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 13 超過 ack 期限（visibility timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 14 同一個 event 又來了：e1 第 2 次投遞（ApproximateReceiveCount=2），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 16 超過 ack 期限（visibility timeout），broker 從 worker 2 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 21 worker 1 用舊的 receipt handle ack d1（DeleteMessage），太晚了：broker 已經把訊息收回。
 24 worker 2 用舊的 receipt handle ack d2（DeleteMessage），太晚了：broker 已經把訊息收回，這個 ack 改變不了什麼。

# Amazon SQS, FIFO queue

[en]
  6 relay 1 publishes e1 in the envelope m1 (SendMessage) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 The broker hands e1 to worker 1 (ReceiveMessage): its first delivery, with a receipt handle of its own.
 12 emailHandler takes 2000 s, longer than the ack deadline (visibility timeout): to the broker a slow worker and a dead one look the same.
 13 The ack deadline (visibility timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 14 The same event again: e1, attempt 2 (ApproximateReceiveCount=2), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 16 The ack deadline (visibility timeout) has passed, so the broker takes m1 (e1) back from worker 2. The worker may be dead, slow, or done.
 21 worker 1 acks d1 by its old receipt handle (DeleteMessage), too late: the broker has taken the message back.
 22 The broker refuses the late ack of worker 1 with an error (InvalidParameterValue). So the worker learns that it was late; what it did for e1 is done.
 24 worker 2 acks d2 by its old receipt handle (DeleteMessage), too late: the broker has taken the message back.
 25 The broker refuses the late ack of worker 2 with an error (InvalidParameterValue). So the worker learns that it was late; what it did for e1 is done.
 26 The same event again: e1, attempt 3 (ApproximateReceiveCount=3), now to worker 1. Work has been done for it already, and the broker never heard of that.
 29 worker 1 acks e1 (DeleteMessage): the broker is done with this message.
[zh-Hant]
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（SendMessage），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1（ReceiveMessage），這是它的第一次投遞，有自己的 receipt handle。
 12 emailHandler 花了 2000 秒，超過 ack 期限（visibility timeout）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 13 超過 ack 期限（visibility timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 14 同一個 event 又來了：e1 第 2 次投遞（ApproximateReceiveCount=2），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 16 超過 ack 期限（visibility timeout），broker 從 worker 2 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 21 worker 1 用舊的 receipt handle ack d1（DeleteMessage），太晚了：broker 已經把訊息收回。
 22 Broker 拒絕 worker 1 遲來的 ack，並回報錯誤（InvalidParameterValue）。Worker 因此知道自己太慢，但 e1 做過的事已經做了。
 24 worker 2 用舊的 receipt handle ack d2（DeleteMessage），太晚了：broker 已經把訊息收回。
 25 Broker 拒絕 worker 2 遲來的 ack，並回報錯誤（InvalidParameterValue）。Worker 因此知道自己太慢，但 e1 做過的事已經做了。
 26 同一個 event 又來了：e1 第 3 次投遞（ApproximateReceiveCount=3），這次交給 worker 1。先前已經做過事，只是 broker 不知道。
 29 worker 1 ack e1（DeleteMessage），broker 不會再送這則訊息。

# NATS JetStream 2.10 to 2.12, work on one durable consumer

[en]
  6 relay 1 publishes e1 in the envelope m1 and waits for the broker's confirm.
  7 The broker has m1 and confirms it (PubAck): from here on, delivering is its business.
  8 The broker hands e1 to worker 1: its first delivery, with a reply subject of its own.
 12 emailHandler takes 2000 s, longer than the ack deadline (AckWait): to the broker a slow worker and a dead one look the same.
 13 The ack deadline (AckWait) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 14 The same event again: e1, attempt 2 (NumDelivered=2), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 16 The ack deadline (AckWait) has passed, so the broker takes m1 (e1) back from worker 2. The worker may be dead, slow, or done.
 21 worker 1 acks d1 by its old reply subject (+ACK), too late: the broker has taken the message back.
 24 worker 2 acks d2 by its old reply subject (+ACK), too late: the broker has taken the message back, and the ack changes nothing.
[zh-Hant]
  6 relay 1 把 e1 裝進訊息 m1 送給 broker，等它 confirm。
  7 Broker 收到 m1 並 confirm（PubAck）：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1，這是它的第一次投遞，有自己的 reply subject。
 12 emailHandler 花了 2000 秒，超過 ack 期限（AckWait）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 13 超過 ack 期限（AckWait），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 14 同一個 event 又來了：e1 第 2 次投遞（NumDelivered=2），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 16 超過 ack 期限（AckWait），broker 從 worker 2 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 21 worker 1 用舊的 reply subject ack d1（+ACK），太晚了：broker 已經把訊息收回。
 24 worker 2 用舊的 reply subject ack d2（+ACK），太晚了：broker 已經把訊息收回，這個 ack 改變不了什麼。

# Redis 6.2 to 8.4, Streams

[en]
  6 relay 1 publishes e1 in the envelope m1 (XADD) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 The broker hands e1 to worker 1 (XREADGROUP): its first delivery, with a pending entry of its own.
 12 emailHandler takes 2000 s, longer than the ack deadline (min-idle-time): to the broker a slow worker and a dead one look the same.
 13 m1 (e1) has been pending for the whole deadline (min-idle-time), so another worker may claim it from worker 1 (XAUTOCLAIM). Its holder may be dead, slow, or done.
 14 The same event again: e1, attempt 2 (XAUTOCLAIM, delivery counter 2), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 16 m1 (e1) has been pending for the whole deadline (min-idle-time), so another worker may claim it from worker 2 (XAUTOCLAIM). Its holder may be dead, slow, or done.
 21 worker 1 acks d1 (XACK), too late: its deadline is over.
 24 worker 2 acks d2 (XACK), too late: its deadline is over, and the ack changes nothing.
[zh-Hant]
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（XADD），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1（XREADGROUP），這是它的第一次投遞，有自己的 pending entry。
 12 emailHandler 花了 2000 秒，超過 ack 期限（min-idle-time）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 13 m1（e1）在 worker 1 手上一直沒有 ack，過了期限（min-idle-time），別的 worker 可以拿走（XAUTOCLAIM）。原來那個可能死了、可能只是慢，也可能早就做完。
 14 同一個 event 又來了：e1 第 2 次投遞（XAUTOCLAIM, delivery counter 2），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 16 m1（e1）在 worker 2 手上一直沒有 ack，過了期限（min-idle-time），別的 worker 可以拿走（XAUTOCLAIM）。原來那個可能死了、可能只是慢，也可能早就做完。
 21 worker 1 ack d1（XACK），太晚了：期限已過。
 24 worker 2 ack d2（XACK），太晚了：期限已過，這個 ack 改變不了什麼。

