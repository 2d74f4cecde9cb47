[en]
  1 The customer clicks buy. The request carries no Idempotency-Key.
  2 In one transaction the producer writes order 1001 and e1 into outbox. Nobody sees any of it before the commit.
  3 Commit: order 1001 and e1 exist from here on, all together.
  4 201: order 1001 is made, and the client knows it.
  5 relay 1 reads the rows of outbox that are not marked as published: e1.
  6 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 The broker hands e1 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
  9 relay 1 marks e1 as published: this row will not be read again.
 10 payments has no row with this payment_intent_id: not paid yet, so paymentHandler charges the card.
 11 paymentHandler takes 40 s, longer than the ack deadline (consumer_timeout): to the broker a slow worker and a dead one look the same.
 12 The ack deadline (consumer_timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 13 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 14 No row for e1 yet, because worker 1 is still at it: both workers pass the check, and both will run paymentHandler.
 15 The charge for order 1001 goes through. No rollback calls it back.
 16 After the charge, paymentHandler writes its row into payments.
 17 worker 2 acks e1 (basic.ack): the broker is done with this message.
 18 The second charge for the same order 1001 goes through: e1 was delivered again, and nothing stopped the handler.
 19 ON CONFLICT DO NOTHING changed 0 rows: payments has its row for e1. That guards the row, not the charge, which had gone through before.
 20 worker 1 acks d1 by its old delivery tag (basic.ack), too late: the broker has taken the message back, and the ack changes nothing.
[zh-Hant]
  1 客人按下購買。這個請求沒有帶 Idempotency-Key。
  2 Producer 在一個交易裡寫入訂單 1001，並把 e1 放進 outbox。Commit 之前誰也看不到。
  3 Commit：訂單 1001 與 e1 從此刻起一起存在。
  4 201：訂單 1001 成立，client 也知道了。
  5 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
  9 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
 10 payments 沒有這個 payment_intent_id：還沒付，所以 paymentHandler 扣款。
 11 paymentHandler 花了 40 秒，超過 ack 期限（consumer_timeout）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 12 超過 ack 期限（consumer_timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 13 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 14 還沒有 e1 的紀錄，因為 worker 1 正做到一半：兩個 worker 都通過檢查，paymentHandler 會跑兩次。
 15 訂單 1001 的款項扣走了，沒有任何 rollback 能把它收回。
 16 款項扣走之後，paymentHandler 在 payments 寫下一列。
 17 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
 18 同一筆訂單 1001 的第二筆款項扣走了：e1 再次投遞，而沒有東西攔住 handler。
 19 ON CONFLICT DO NOTHING 異動 0 列：payments 已經有 e1。它守住的是這一列，不是款項，款項早就扣了。
 20 worker 1 用舊的 delivery tag ack d1（basic.ack），太晚了：broker 已經把訊息收回，這個 ack 改變不了什麼。
