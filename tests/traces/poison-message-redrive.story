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
 10 emailHandler has no row for e1: not done yet, so it runs.
 11 The mail for order 1001 leaves the building. No rollback calls it back.
 12 After the mail, emailHandler writes its row into emails_sent.
 13 emailHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 14 inventoryHandler has no row for e1: not done yet, so it runs.
 15 inventoryHandler throws before its effect: in this delivery nothing of its work is done.
 16 analyticsHandler has no row for e1: not done yet, so it runs.
 17 analyticsHandler counts the order of e1.
 18 analyticsHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 19 recommenderHandler has no row for e1: not done yet, so it runs.
 20 recommenderHandler sets "last bought" to the order of e1.
 21 recommenderHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 22 worker 1 nacks e1 (basic.reject requeue=true): one handler failed, and the whole message comes back, for the handlers that succeeded too.
 23 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. One handler had failed; those that succeeded are asked again as well.
 24 The same event again, to the other worker: emailHandler has a row for e1, so it is skipped.
 25 inventoryHandler has no row for e1: not done yet, so it runs.
 26 inventoryHandler throws on e1 for the second time.
 27 The same event again, to the other worker: analyticsHandler has a row for e1, so it is skipped.
 28 The same event again, to the other worker: recommenderHandler has a row for e1, so it is skipped.
 29 worker 2 nacks e1 (basic.reject requeue=true): one handler failed, and the whole message comes back, for the handlers that succeeded too.
 30 The same event again: e1, attempt 3 (redelivered=true), now to worker 1. One handler had failed; those that succeeded are asked again as well.
 31 The same event again, to the other worker: emailHandler has a row for e1, so it is skipped.
 32 inventoryHandler has no row for e1: not done yet, so it runs.
 33 inventoryHandler throws on e1 for the third time: a message that fails whatever one does is called poison.
 34 The same event again, to the other worker: analyticsHandler has a row for e1, so it is skipped.
 35 The same event again, to the other worker: recommenderHandler has a row for e1, so it is skipped.
 36 worker 1 nacks e1 (basic.reject requeue=true): one handler failed, and the whole message comes back, for the handlers that succeeded too.
 37 After 3 deliveries (delivery-limit) m1 (e1) is set aside in the dead-letter queue. Some of its work is done, some is not; an operator can still bring it back.
 38 An operator redrives the dead letters, each as the message that it was: e1.
 39 e1 again, because the operator brought it back: attempt 1, now to worker 2.
 40 The same event again, to the other worker: emailHandler has a row for e1, so it is skipped.
 41 inventoryHandler has no row for e1: not done yet, so it runs.
 42 inventoryHandler lowers stock by one for e1.
 43 inventoryHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 44 The same event again, to the other worker: analyticsHandler has a row for e1, so it is skipped.
 45 The same event again, to the other worker: recommenderHandler has a row for e1, so it is skipped.
 46 worker 2 acks e1 (basic.ack): the broker is done with this message.
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
 10 emailHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 11 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 12 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 13 Effect 之後，emailHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 14 inventoryHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 15 inventoryHandler 在 effect 之前拋例外：這次投遞裡，它什麼都沒做成。
 16 analyticsHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 17 analyticsHandler 把 e1 的訂單計入統計。
 18 Effect 之後，analyticsHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 19 recommenderHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 20 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 21 Effect 之後，recommenderHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 22 worker 1 nack e1（basic.reject requeue=true）：一個 handler 失敗，整則訊息都要再來一次，已經成功的 handler 也一樣。
 23 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前只有一個 handler 失敗，成功的那些也會再被叫一次。
 24 同一個 event 來到另一個 worker：emailHandler 已經有 e1 的紀錄，所以略過。
 25 inventoryHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 26 inventoryHandler 處理 e1 時第二次拋例外。
 27 同一個 event 來到另一個 worker：analyticsHandler 已經有 e1 的紀錄，所以略過。
 28 同一個 event 來到另一個 worker：recommenderHandler 已經有 e1 的紀錄，所以略過。
 29 worker 2 nack e1（basic.reject requeue=true）：一個 handler 失敗，整則訊息都要再來一次，已經成功的 handler 也一樣。
 30 同一個 event 又來了：e1 第 3 次投遞（redelivered=true），這次交給 worker 1。先前只有一個 handler 失敗，成功的那些也會再被叫一次。
 31 同一個 event 來到另一個 worker：emailHandler 已經有 e1 的紀錄，所以略過。
 32 inventoryHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 33 inventoryHandler 處理 e1 時第三次拋例外。怎麼試都失敗的訊息，叫做 poison message。
 34 同一個 event 來到另一個 worker：analyticsHandler 已經有 e1 的紀錄，所以略過。
 35 同一個 event 來到另一個 worker：recommenderHandler 已經有 e1 的紀錄，所以略過。
 36 worker 1 nack e1（basic.reject requeue=true）：一個 handler 失敗，整則訊息都要再來一次，已經成功的 handler 也一樣。
 37 投遞 3 次之後（delivery-limit），m1（e1）進了死信佇列。事情做了一部分，其餘要等維運人員撈回來。
 38 維運人員從死信佇列撈回 e1，放回原本的佇列，訊息還是同一則。
 39 e1 又來了，是維運人員撈回來的：第 1 次投遞，這次交給 worker 2。
 40 同一個 event 來到另一個 worker：emailHandler 已經有 e1 的紀錄，所以略過。
 41 inventoryHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 42 inventoryHandler 替 e1 把 stock 減一。
 43 Effect 之後，inventoryHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 44 同一個 event 來到另一個 worker：analyticsHandler 已經有 e1 的紀錄，所以略過。
 45 同一個 event 來到另一個 worker：recommenderHandler 已經有 e1 的紀錄，所以略過。
 46 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
