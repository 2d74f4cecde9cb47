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
 14 recommenderHandler sets "last bought" to the order of e1.
 15 worker 1 acks e1 (basic.ack): the broker is done with this message.
 16 Another click for the same purchase, without a key: nothing tells the producer that it has seen this one.
 17 In one transaction the producer writes order 1002, a second one for the same purchase, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 18 Order 1002 is committed with an event of its own, e2: a second order for one purchase, and the card is charged again.
 19 201: order 1002, the second order for one purchase. Neither side has noticed.
 20 relay 1 reads the rows of outbox that are not marked as published: e2.
 21 relay 1 publishes e2 in the envelope m2 (basic.publish) and waits for the broker's confirm.
 22 The broker has m2 and confirms it: from here on, delivering is its business.
 23 The broker hands e2 to worker 2 (basic.deliver): its first delivery, with a delivery tag of its own.
 24 relay 1 marks e2 as published: this row will not be read again.
 25 The mail for order 1002 leaves, the second one for a single purchase: the pipeline sees two different events.
 26 After the mail, emailHandler writes its row into emails_sent.
 27 stock goes down by one for e2, a second time for one purchase.
 28 analyticsHandler counts e2 as well: two orders, though one purchase was wanted.
 29 recommenderHandler sets "last bought" to the order of e2.
 30 worker 2 acks e2 (basic.ack): the broker is done with this message.
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
 14 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 15 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 16 同一次購買又點一下，沒有 key。Producer 無從知道自己已經收過一次。
 17 Producer 在一個交易裡寫入訂單 1002（同一次購買的第二筆）、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 18 訂單 1002 commit 了，還有自己的 event e2：同一次購買的第二筆訂單，卡又被扣一次。
 19 201，訂單 1002：同一次購買的第二筆訂單，兩邊都沒有察覺。
 20 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 21 relay 1 把 e2 裝進訊息 m2 送給 broker（basic.publish），等它 confirm。
 22 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 23 Broker 把 e2 交給 worker 2（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 24 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 25 訂單 1002 的信寄出去了，是同一次購買的第二封：在 pipeline 看來，這是兩個不同的 event。
 26 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 27 e2 讓 stock 再少一個，同一次購買扣了兩次。
 28 analyticsHandler 把 e2 也算進去：統計成了兩筆訂單，客人卻只想買一次。
 29 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。
 30 worker 2 ack e2（basic.ack），broker 不會再送這則訊息。
