[en]
  1 The customer clicks buy. The request carries an Idempotency-Key, which becomes the event's id.
  2 In one transaction the producer writes order 1001, its charge, and e1 into outbox. Nobody sees any of it before the commit.
  3 Commit: order 1001, its charge and e1 exist from here on, all together.
  4 201: order 1001 is made, and the client knows it.
  5 relay 1 reads the rows of outbox that are not marked as published: e1.
  6 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 The broker hands e1 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
  9 relay 1 marks e1 as published: this row will not be read again.
 10 emailHandler has no row for e1: not done yet, so it runs.
 11 The mail for order 1001 leaves the building. No rollback calls it back.
 12 After the mail, emailHandler writes its row into emails_sent.
 13 emailHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 14 inventoryHandler has no row for e1: not done yet, so it runs.
 15 inventoryHandler lowers stock by one for e1.
 16 inventoryHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 17 analyticsHandler has no row for e1: not done yet, so it runs.
 18 analyticsHandler counts the order of e1.
 19 analyticsHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 20 recommenderHandler has no row for e1: not done yet, so it runs.
 21 recommenderHandler sets "last bought" to the order of e1.
 22 recommenderHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 23 worker 1 acks e1 (basic.ack): the broker is done with this message.
 24 Another click for the same purchase, with the same Idempotency-Key: the producer can recognise it.
 25 ON CONFLICT (event_id) DO NOTHING changed 0 rows: this key is e1, and its order 1001 exists. Layer 1 writes nothing and answers with the stored order.
 26 200 with the stored order 1001: the repeated request made nothing new.
[zh-Hant]
  1 客人按下購買。這個請求帶著 Idempotency-Key，它會成為 event 的 id。
  2 Producer 在一個交易裡寫入訂單 1001、它的扣款，並把 e1 放進 outbox。Commit 之前誰也看不到。
  3 Commit：訂單 1001、扣款與 e1 從此刻起一起存在。
  4 201：訂單 1001 成立，client 也知道了。
  5 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
  9 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
 10 emailHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 11 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 12 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 13 Effect 之後，emailHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 14 inventoryHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 15 inventoryHandler 替 e1 把 stock 減一。
 16 Effect 之後，inventoryHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 17 analyticsHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 18 analyticsHandler 把 e1 的訂單計入統計。
 19 Effect 之後，analyticsHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 20 recommenderHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 21 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 22 Effect 之後，recommenderHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 23 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 24 同一次購買又點一下，帶的是同一個 Idempotency-Key，producer 認得出來。
 25 ON CONFLICT (event_id) DO NOTHING 異動 0 列：這個 key 就是 e1，訂單 1001 已經在了。第 1 層什麼都不寫，直接回存下的訂單。
 26 200，回的是先前存下的訂單 1001：重複的請求沒有產生任何新東西。
