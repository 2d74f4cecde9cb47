[en]
  1 The customer clicks buy. The request carries no Idempotency-Key.
  2 In one transaction the producer writes order 1001, its charge, and e1 into outbox. Nobody sees any of it before the commit.
  3 Commit: order 1001, its charge and e1 exist from here on, all together.
  4 201: order 1001 is made, and the client knows it.
  5 relay 1 reads the rows of outbox that are not marked as published: e1.
  6 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 The broker hands e1 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
  9 relay 1 marks e1 as published: this row will not be read again.
 10 SET … NX succeeds: emailHandler holds the lock for e1. It lives in another system, so no transaction ties it to the work.
 11 emailHandler takes 40 s, longer than the ack deadline (consumer_timeout): to the broker a slow worker and a dead one look the same.
 12 The ack deadline (consumer_timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 13 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 14 emailHandler is running elsewhere: e1 goes back to the broker and runs when that one is over.
 15 worker 2 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 16 The same event again: e1, attempt 3 (redelivered=true), to worker 2 again. Nothing has come of it so far: this is what at-least-once delivery is for.
 17 emailHandler is running elsewhere: e1 goes back to the broker and runs when that one is over.
 18 worker 2 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 19 The mail for order 1001 leaves the building. No rollback calls it back.
 20 The same event again: e1, attempt 4 (redelivered=true), to worker 2 again. The claim that was in the way may be settled or expired by now.
 21 emailHandler is running elsewhere: e1 goes back to the broker and runs when that one is over.
 22 worker 2 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 23 After the mail, emailHandler writes its row into emails_sent.
 24 emailHandler is done and frees its lock. With the lock goes all memory of e1.
 25 worker 1 acks d1 by its old delivery tag (basic.ack), too late: the broker has taken the message back, and the ack changes nothing.
 26 The same event again: e1, attempt 5 (redelivered=true), now to worker 1. The claim that was in the way may be settled or expired by now.
 27 The lock of emailHandler is free, so e1 runs. Such a lock keeps runs apart, and remembers none of them.
 28 The second mail for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
 29 emails_sent gets another row for e1: one more mail, one more row, no constraint in the way.
 30 emailHandler is done and frees its lock. With the lock goes all memory of e1.
 31 worker 1 acks e1 (basic.ack): the broker is done with this message.
[zh-Hant]
  1 客人按下購買。這個請求沒有帶 Idempotency-Key。
  2 Producer 在一個交易裡寫入訂單 1001、它的扣款，並把 e1 放進 outbox。Commit 之前誰也看不到。
  3 Commit：訂單 1001、扣款與 e1 從此刻起一起存在。
  4 201：訂單 1001 成立，client 也知道了。
  5 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
  9 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
 10 SET … NX 成功：emailHandler 拿到 e1 的鎖。鎖在另一個系統裡，沒有交易把它和做的事綁在一起。
 11 emailHandler 花了 40 秒，超過 ack 期限（consumer_timeout）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 12 超過 ack 期限（consumer_timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 13 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 14 emailHandler 正在別處執行：e1 先退回 broker，等那邊結束再跑。
 15 worker 2 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 16 同一個 event 又來了：e1 第 3 次投遞（redelivered=true），還是交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 17 emailHandler 正在別處執行：e1 先退回 broker，等那邊結束再跑。
 18 worker 2 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 19 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 20 同一個 event 又來了：e1 第 4 次投遞（redelivered=true），還是交給 worker 2。先前擋路的 claim，現在可能已經結清或過期。
 21 emailHandler 正在別處執行：e1 先退回 broker，等那邊結束再跑。
 22 worker 2 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 23 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 24 emailHandler 做完，釋放鎖。鎖一放，就沒有東西記得 e1 了。
 25 worker 1 用舊的 delivery tag ack d1（basic.ack），太晚了：broker 已經把訊息收回，這個 ack 改變不了什麼。
 26 同一個 event 又來了：e1 第 5 次投遞（redelivered=true），這次交給 worker 1。先前擋路的 claim，現在可能已經結清或過期。
 27 emailHandler 的鎖沒人拿著，所以 e1 執行。這種鎖只隔開每一次執行，一次也不會記住。
 28 同一筆訂單 1001 的第二封信寄出去了：e1 再次投遞，而沒有東西攔住 handler。
 29 emails_sent 又多一列 e1：多一封信就多一列，沒有任何約束擋著。
 30 emailHandler 做完，釋放鎖。鎖一放，就沒有東西記得 e1 了。
 31 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
