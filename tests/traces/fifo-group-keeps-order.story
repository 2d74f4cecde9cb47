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
 10 The mail for order 1001 leaves the building. No rollback calls it back.
 11 After the mail, emailHandler writes its row into emails_sent.
 12 inventoryHandler lowers stock by one for e1.
 13 analyticsHandler counts the order of e1.
 14 recommenderHandler takes 3 s. That alone passes no deadline.
 15 The customer clicks buy. The request carries no Idempotency-Key.
 16 In one transaction the producer writes order 1002, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 17 Commit: order 1002, its charge and e2 exist from here on, all together.
 18 201: order 1002 is made, and the client knows it.
 19 relay 1 reads the rows of outbox that are not marked as published: e2.
 20 relay 1 publishes e2 in the envelope m2 (basic.publish) and waits for the broker's confirm.
 21 The broker has m2 and confirms it: from here on, delivering is its business.
 22 A worker is free, but m2 (e2) stays in the queue: m1 of the same message group is not acked yet, and a group goes in order.
 23 relay 1 marks e2 as published: this row will not be read again.
 24 recommenderHandler sets "last bought" to the order of e1.
 25 worker 1 acks e1 (basic.ack): the broker is done with this message.
 26 The broker hands e2 to worker 2 (basic.deliver): its first delivery, with a delivery tag of its own.
 27 The mail for order 1002 leaves the building. No rollback calls it back.
 28 After the mail, emailHandler writes its row into emails_sent.
 29 inventoryHandler lowers stock by one for e2.
 30 analyticsHandler counts the order of e2.
 31 recommenderHandler sets "last bought" to the order of e2.
 32 worker 2 acks e2 (basic.ack): the broker is done with this message.
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
 10 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 11 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 12 inventoryHandler 替 e1 把 stock 減一。
 13 analyticsHandler 把 e1 的訂單計入統計。
 14 recommenderHandler 花了 3 秒。光是這樣，還不會超過任何期限。
 15 客人按下購買。這個請求沒有帶 Idempotency-Key。
 16 Producer 在一個交易裡寫入訂單 1002、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 17 Commit：訂單 1002、扣款與 e2 從此刻起一起存在。
 18 201：訂單 1002 成立，client 也知道了。
 19 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 20 relay 1 把 e2 裝進訊息 m2 送給 broker（basic.publish），等它 confirm。
 21 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 22 有 worker 空著，m2（e2）還是留在佇列：同一個 message group 的 m1 還沒 ack，整個 group 要照順序來。
 23 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 24 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 25 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 26 Broker 把 e2 交給 worker 2（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 27 訂單 1002 的信寄出去了，沒有任何 rollback 能把它收回。
 28 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 29 inventoryHandler 替 e2 把 stock 減一。
 30 analyticsHandler 把 e2 的訂單計入統計。
 31 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。
 32 worker 2 ack e2（basic.ack），broker 不會再送這則訊息。
