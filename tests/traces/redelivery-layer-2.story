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
 15 inventoryHandler lowers stock by one for e1.
 16 inventoryHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 17 analyticsHandler has no row for e1: not done yet, so it runs.
 18 analyticsHandler counts the order of e1.
 19 analyticsHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 20 recommenderHandler has no row for e1: not done yet, so it runs.
 21 recommenderHandler sets "last bought" to the order of e1.
 22 recommenderHandler marks e1 as done, in a statement of its own, after the effect: had the worker died between the two, the work would be done and on no record.
 23 worker 1 is killed after all its handlers are done and before its ack: the broker cannot tell this from a worker that did nothing.
 24 The connection of worker 1 is gone and m1 was never acked. The broker requeues e1, and cannot know whether the work was done.
 25 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
 26 The same event again, to the other worker: emailHandler has a row for e1, so it is skipped.
 27 The same event again, to the other worker: inventoryHandler has a row for e1, so it is skipped.
 28 The same event again, to the other worker: analyticsHandler has a row for e1, so it is skipped.
 29 The same event again, to the other worker: recommenderHandler has a row for e1, so it is skipped.
 30 worker 2 acks e1 (basic.ack): the broker is done with this message.
 31 worker 1 is back, empty-handed: what it was doing is gone from its memory.
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
 15 inventoryHandler 替 e1 把 stock 減一。
 16 Effect 之後，inventoryHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 17 analyticsHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 18 analyticsHandler 把 e1 的訂單計入統計。
 19 Effect 之後，analyticsHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 20 recommenderHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 21 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 22 Effect 之後，recommenderHandler 才用單獨一句 SQL 把 e1 記為做完：若在兩者之間 crash，就沒有人知道做過。
 23 worker 1 的 handler 全部做完，在 ack 之前被砍掉：broker 分不出這跟什麼都沒做的 worker 有什麼不同。
 24 worker 1 的連線斷了，m1 一直沒有 ack。Broker 把 e1 放回佇列，它無從知道事情做完沒有。
 25 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
 26 同一個 event 來到另一個 worker：emailHandler 已經有 e1 的紀錄，所以略過。
 27 同一個 event 來到另一個 worker：inventoryHandler 已經有 e1 的紀錄，所以略過。
 28 同一個 event 來到另一個 worker：analyticsHandler 已經有 e1 的紀錄，所以略過。
 29 同一個 event 來到另一個 worker：recommenderHandler 已經有 e1 的紀錄，所以略過。
 30 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
 31 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
