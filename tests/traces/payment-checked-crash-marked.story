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
 11 The charge for order 1001 goes through. No rollback calls it back.
 12 After the charge, paymentHandler writes its row into payments.
 13 worker 1 is killed after paymentHandler has its mark: this much is remembered, the handlers after it have not run.
 14 The connection of worker 1 is gone and m1 was never acked. The broker requeues e1, and cannot know whether the work was done.
 15 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
 16 payments has a row with this payment_intent_id: paid before, so paymentHandler is skipped and the card left alone.
 17 worker 2 acks e1 (basic.ack): the broker is done with this message.
 18 worker 1 is back, empty-handed: what it was doing is gone from its memory.
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
 11 訂單 1001 的款項扣走了，沒有任何 rollback 能把它收回。
 12 款項扣走之後，paymentHandler 在 payments 寫下一列。
 13 worker 1 在 paymentHandler 留下標記之後被砍掉：到這裡為止都記得，後面的 handler 還沒跑。
 14 worker 1 的連線斷了，m1 一直沒有 ack。Broker 把 e1 放回佇列，它無從知道事情做完沒有。
 15 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
 16 payments 已經有這個 payment_intent_id：付過了，所以 paymentHandler 略過，不再碰那張卡。
 17 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
 18 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
