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
 10 emailHandler takes 28 s. That alone passes no deadline.
 11 The customer clicks buy. The request carries no Idempotency-Key.
 12 In one transaction the producer writes order 1002, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 13 Commit: order 1002, its charge and e2 exist from here on, all together.
 14 201: order 1002 is made, and the client knows it.
 15 relay 1 reads the rows of outbox that are not marked as published: e2.
 16 relay 1 publishes e2 in the envelope m2 (basic.publish) and waits for the broker's confirm.
 17 The broker has m2 and confirms it: from here on, delivering is its business.
 18 The broker hands e2 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 19 relay 1 marks e2 as published: this row will not be read again.
 20 worker 2 starts and takes its share.
 21 The mail for order 1001 leaves the building. No rollback calls it back.
 22 After the mail, emailHandler writes its row into emails_sent.
 23 inventoryHandler lowers stock by one for e1.
 24 analyticsHandler counts the order of e1.
 25 recommenderHandler sets "last bought" to the order of e1.
 26 worker 1 acks e1 (basic.ack): the broker is done with this message.
 27 worker 1 takes e2 from its buffer, where it has waited. Its deadline (consumer_timeout) has been running since the hand-over.
 28 emailHandler takes 28 s. That alone passes no deadline.
 29 The ack deadline (consumer_timeout) has passed, so the broker takes m2 (e2) back from worker 1. The worker may be dead, slow, or done.
 30 The same event again: e2, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 31 emailHandler takes 28 s. That alone passes no deadline.
 32 The mail for order 1002 leaves the building. No rollback calls it back.
 33 After the mail, emailHandler writes its row into emails_sent.
 34 inventoryHandler lowers stock by one for e2.
 35 analyticsHandler counts the order of e2.
 36 recommenderHandler sets "last bought" to the order of e2.
 37 worker 1 acks d2 by its old delivery tag (basic.ack), too late: the broker has taken the message back, and the ack changes nothing.
 38 The second mail for the same order 1002 leaves: e2 was delivered again, and nothing stopped the handler.
 39 emails_sent gets another row for e2: one more mail, one more row, no constraint in the way.
 40 stock goes down again for the same order: quantity - 1 means something else each time it runs.
 41 analyticsHandler counts the same order again: the figure is now too high, and looks like any other.
 42 recommenderHandler sets the same value again, and nothing is different: this one is idempotent by nature.
 43 worker 2 acks e2 (basic.ack): the broker is done with this message.
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
 10 emailHandler 花了 28 秒。光是這樣，還不會超過任何期限。
 11 客人按下購買。這個請求沒有帶 Idempotency-Key。
 12 Producer 在一個交易裡寫入訂單 1002、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 13 Commit：訂單 1002、扣款與 e2 從此刻起一起存在。
 14 201：訂單 1002 成立，client 也知道了。
 15 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 16 relay 1 把 e2 裝進訊息 m2 送給 broker（basic.publish），等它 confirm。
 17 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 18 Broker 把 e2 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 19 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 20 worker 2 啟動，開始分擔工作。
 21 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 22 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 23 inventoryHandler 替 e1 把 stock 減一。
 24 analyticsHandler 把 e1 的訂單計入統計。
 25 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 26 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 27 worker 1 從 buffer 取出等在那裡的 e2。它的期限（consumer_timeout）從交出那一刻就開始走了。
 28 emailHandler 花了 28 秒。光是這樣，還不會超過任何期限。
 29 超過 ack 期限（consumer_timeout），broker 從 worker 1 手上收回 m2（e2）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 30 同一個 event 又來了：e2 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 31 emailHandler 花了 28 秒。光是這樣，還不會超過任何期限。
 32 訂單 1002 的信寄出去了，沒有任何 rollback 能把它收回。
 33 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 34 inventoryHandler 替 e2 把 stock 減一。
 35 analyticsHandler 把 e2 的訂單計入統計。
 36 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。
 37 worker 1 用舊的 delivery tag ack d2（basic.ack），太晚了：broker 已經把訊息收回，這個 ack 改變不了什麼。
 38 同一筆訂單 1002 的第二封信寄出去了：e2 再次投遞，而沒有東西攔住 handler。
 39 emails_sent 又多一列 e2：多一封信就多一列，沒有任何約束擋著。
 40 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。
 41 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。
 42 recommenderHandler 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。
 43 worker 2 ack e2（basic.ack），broker 不會再送這則訊息。
