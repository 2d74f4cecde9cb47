[en]
  1 The customer clicks buy. The request carries no Idempotency-Key.
  2 In one transaction the producer writes order 1001, its charge, and e1 into outbox. Nobody sees any of it before the commit.
  3 Commit: order 1001, its charge and e1 exist from here on, all together.
  4 201: order 1001 is made, and the client knows it.
  5 relay 1 reads the rows of outbox that are not marked as published: e1.
  6 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  7 The broker has m1, but its confirm is lost on its way: to relay 1 this looks like a failed publish.
  8 The broker hands e1 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
  9 emailHandler has no row for e1: not done yet, so it runs.
 10 The mail for order 1001 leaves the building. No rollback calls it back.
 11 After the mail, emailHandler writes its row into emails_sent.
 12 emailHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 13 inventoryHandler has no row for e1: not done yet, so it runs.
 14 In inventoryHandler, after the check, the process of worker 1 stands still for 3 s. When it goes on, it does not know that time has passed.
 15 No confirm for e1 in time. relay 1 cannot know whether the broker has it, leaves the row unmarked and will publish again.
 16 relay 1 finds e1 not marked as published, though e1 went out before: without a mark it is sent again.
 17 relay 1 publishes e1 again, in a new envelope m2 with the same event id: an outbox prevents loss, never duplicates.
 18 The broker has m2 and confirms it: from here on, delivering is its business.
 19 e1 again, in another envelope: m2 is a new message for the broker, and the same event for worker 2.
 20 relay 1 marks e1 as published: this row will not be read again.
 21 The same event again, to the other worker: emailHandler has a row for e1, so it is skipped.
 22 No row for e1 yet, because worker 1 is still at it: both workers pass the check, and both will run inventoryHandler.
 23 In inventoryHandler, after the check, the process of worker 2 stands still for 3 s. When it goes on, it does not know that time has passed.
 24 inventoryHandler lowers stock by one for e1.
 25 inventoryHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 26 analyticsHandler has no row for e1: not done yet, so it runs.
 27 analyticsHandler counts the order of e1.
 28 analyticsHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 29 recommenderHandler has no row for e1: not done yet, so it runs.
 30 recommenderHandler sets "last bought" to the order of e1.
 31 recommenderHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 32 worker 1 acks e1 (basic.ack): the broker is done with this message.
 33 stock goes down again for the same order: quantity - 1 means something else each time it runs.
 34 ON CONFLICT DO NOTHING changed 0 rows: another worker marked e1 meanwhile. Too late to stop anything, inventoryHandler has run twice.
 35 The same event again, to the other worker: analyticsHandler has a row for e1, so it is skipped.
 36 The same event again, to the other worker: recommenderHandler has a row for e1, so it is skipped.
 37 worker 2 acks e1 (basic.ack): the broker is done with this message.
[zh-Hant]
  1 客人按下購買。這個請求沒有帶 Idempotency-Key。
  2 Producer 在一個交易裡寫入訂單 1001、它的扣款，並把 e1 放進 outbox。Commit 之前誰也看不到。
  3 Commit：訂單 1001、扣款與 e1 從此刻起一起存在。
  4 201：訂單 1001 成立，client 也知道了。
  5 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  7 Broker 收到 m1，confirm 卻在半路遺失：在 relay 1 看來，這次 publish 失敗了。
  8 Broker 把 e1 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
  9 emailHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 10 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 11 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 12 Effect 之後，emailHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 13 inventoryHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 14 inventoryHandler 跑到一半（檢查之後），worker 1 的 process 停頓了 3 秒。等它恢復，並不知道時間已經過去。
 15 e1 的 confirm 逾時沒有來。relay 1 不知道 broker 收到沒有，只好不標記，之後再送一次。
 16 relay 1 看到 e1 還沒標記，其實 e1 先前已經送過：少了標記，就會再送一次。
 17 relay 1 又把 e1 送了一次，訊息是新的 m2，event id 是同一個：outbox 防漏，從來不防重。
 18 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 19 e1 又來了，換了一個信封：對 broker 是新訊息 m2，對 worker 2 是同一個 event。
 20 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
 21 同一個 event 來到另一個 worker：emailHandler 已經有 e1 的紀錄，所以略過。
 22 還沒有 e1 的紀錄，因為 worker 1 正做到一半：兩個 worker 都通過檢查，inventoryHandler 會跑兩次。
 23 inventoryHandler 跑到一半（檢查之後），worker 2 的 process 停頓了 3 秒。等它恢復，並不知道時間已經過去。
 24 inventoryHandler 替 e1 把 stock 減一。
 25 Effect 之後，inventoryHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 26 analyticsHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 27 analyticsHandler 把 e1 的訂單計入統計。
 28 Effect 之後，analyticsHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 29 recommenderHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 30 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 31 Effect 之後，recommenderHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 32 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 33 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。
 34 ON CONFLICT DO NOTHING 異動 0 列：另一個 worker 已經標記了 e1。現在才發現攔不住什麼，inventoryHandler 已經跑了兩次。
 35 同一個 event 來到另一個 worker：analyticsHandler 已經有 e1 的紀錄，所以略過。
 36 同一個 event 來到另一個 worker：recommenderHandler 已經有 e1 的紀錄，所以略過。
 37 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
