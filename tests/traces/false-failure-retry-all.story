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
 10 emailHandler takes 2 min, longer than the ack deadline (consumer_timeout): to the broker a slow worker and a dead one look the same.
 11 The ack deadline (consumer_timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 12 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 13 worker 2 looks at the attempt number of e1 before it runs anything: too many. The message counts as failed, though an earlier worker may still be at it.
 14 After 2 deliveries (delivery-limit) m1 (e1) is set aside in the dead-letter queue. Nothing of its work is done; an operator can still bring it back.
 15 The mail for order 1001 leaves the building. No rollback calls it back.
 16 After the mail, emailHandler writes its row into emails_sent.
 17 inventoryHandler lowers stock by one for e1.
 18 analyticsHandler counts the order of e1.
 19 recommenderHandler sets "last bought" to the order of e1.
 20 worker 1 acks d1 by its old delivery tag (basic.ack), too late: the broker has taken the message back, and the ack changes nothing.
 21 An operator retries all that failed, as fresh messages: e1. Every handler gets them, even those that succeeded.
 22 The operator publishes e1 once more, in a new envelope m2: the event id stays the same.
 23 e1 again, because the operator asked for it: a new message m2 for the broker, the same event for worker 1.
 24 The second mail for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
 25 emails_sent gets another row for e1: one more mail, one more row, no constraint in the way.
 26 stock goes down again for the same order: quantity - 1 means something else each time it runs.
 27 analyticsHandler counts the same order again: the figure is now too high, and looks like any other.
 28 recommenderHandler sets the same value again, and nothing is different: this one is idempotent by nature.
 29 worker 1 acks e1 (basic.ack): the broker is done with this message.
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
 10 emailHandler 花了 2 分鐘，超過 ack 期限（consumer_timeout）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 11 超過 ack 期限（consumer_timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 12 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 13 worker 2 還沒執行就先看 e1 的次數：太多了，這則訊息直接記為失敗，雖然先前的 worker 可能還在做。
 14 投遞 2 次之後（delivery-limit），m1（e1）進了死信佇列。什麼都還沒做成，但維運人員撈得回來。
 15 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 16 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 17 inventoryHandler 替 e1 把 stock 減一。
 18 analyticsHandler 把 e1 的訂單計入統計。
 19 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 20 worker 1 用舊的 delivery tag ack d1（basic.ack），太晚了：broker 已經把訊息收回，這個 ack 改變不了什麼。
 21 維運人員把失敗的全部重試：e1 以新訊息的身分回到佇列，每個 handler 都會再被叫一次，成功過的也不例外。
 22 維運人員把 e1 再 publish 一次，裝進新的訊息 m2，event id 不變。
 23 e1 又來了，是維運人員要求的：對 broker 是新訊息 m2，對 worker 1 是同一個 event。
 24 同一筆訂單 1001 的第二封信寄出去了：e1 再次投遞，而沒有東西攔住 handler。
 25 emails_sent 又多一列 e1：多一封信就多一列，沒有任何約束擋著。
 26 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。
 27 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。
 28 recommenderHandler 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。
 29 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
