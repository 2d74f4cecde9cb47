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
 10 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 11 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so emailHandler runs. The mark becomes real only together with the work.
 12 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 13 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 14 worker 1 is killed before the commit: SQLite rolls row and mark back. The mail of emailHandler has left, and nothing remembers it.
 15 The connection of worker 1 is gone and m1 was never acked. The broker requeues e1, and cannot know whether the work was done.
 16 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
 17 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 18 ON CONFLICT DO NOTHING changed 1 row: the earlier mark was rolled back, so e1 counts as new and emailHandler runs. Its first effect has happened all the same.
 19 The provider knows e1 by its own idempotency key and sends nothing. The handler ran again; the customer sees one mail.
 20 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 21 COMMIT: the mark and the work of emailHandler for e1 become real in one moment.
 22 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 23 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 24 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 25 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 26 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 27 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 28 analyticsHandler counts the order of e1. Others see it after the commit.
 29 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 30 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 31 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 32 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 33 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 34 worker 2 acks e1 (basic.ack): the broker is done with this message.
 35 worker 1 is back, empty-handed: what it was doing is gone from its memory.
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
 10 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 11 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 12 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 13 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 14 worker 1 在 commit 之前被砍掉，SQLite 把資料列和標記一起 rollback。emailHandler 的信卻已經寄了，而且沒有任何紀錄。
 15 worker 1 的連線斷了，m1 一直沒有 ack。Broker 把 e1 放回佇列，它無從知道事情做完沒有。
 16 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
 17 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 18 ON CONFLICT DO NOTHING 異動 1 列：先前的標記已經 rollback，e1 又成了新的，所以 emailHandler 執行。第一次的 effect 卻收不回來。
 19 寄信服務靠自己的 key 認出 e1，沒有再寄。Handler 又跑了一次，客人只看到一封信。
 20 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 21 COMMIT：emailHandler 替 e1 做的事和它的標記，在同一刻成真。
 22 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 23 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 24 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 25 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 26 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 27 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 28 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 29 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 30 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 31 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 32 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 33 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 34 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
 35 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
