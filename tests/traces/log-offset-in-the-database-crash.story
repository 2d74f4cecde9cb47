[en]
  1 The consumer group begins: generation 1, partition 0 to worker 1. Reading begins at the committed offset.
  2 The customer clicks buy. The request carries no Idempotency-Key.
  3 In one transaction the producer writes order 1001, its charge, and e1 into outbox. Nobody sees any of it before the commit.
  4 Commit: order 1001, its charge and e1 exist from here on, all together.
  5 201: order 1001 is made, and the client knows it.
  6 relay 1 reads the rows of outbox that are not marked as published: e1.
  7 relay 1 publishes e1 in the envelope m1 (send()) and waits for the broker's confirm.
  8 The log appends m1 (e1) to partition 0, at offset 0. There it stays, read or not.
  9 The broker has m1 and confirms it (acks=all): from here on, delivering is its business.
 10 worker 1 polls one record of partition 0, from offset 0.
 11 The broker hands e1 to worker 1 (poll()): its first delivery.
 12 relay 1 marks e1 as published: this row will not be read again.
 13 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 14 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 15 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 16 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 17 analyticsHandler counts the order of e1. Others see it after the commit.
 18 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 19 worker 1 is killed with the rows of all handlers for e1 written and nothing committed: SQLite rolls them back, the offset with them. A mail that has left stays out.
 20 worker 1 is back, empty-handed: what it was doing is gone from its memory.
 21 Nobody has heard of worker 1 within the session timeout (session.timeout.ms): generation 2, partition 0 to worker 1. Reading begins at the committed offset.
 22 worker 1 polls one record of partition 0, from offset 0.
 23 The same event again: e1, attempt 2, to worker 1 again. Work has been done for it already, and the broker never heard of that.
 24 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 25 The second mail for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
 26 emails_sent gets another row for e1: one more mail, one more row, no constraint in the way.
 27 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 28 analyticsHandler counts the order of e1. Others see it after the commit.
 29 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 30 COMMIT: the rows of all handlers for e1 and offset 1 become real in the same moment, in one database. A mail is no part of it.
[zh-Hant]
  1 Consumer group 開始運作：第 1 代，partition 0 歸 worker 1。接手的 worker 從 commit 過的 offset 讀起。
  2 客人按下購買。這個請求沒有帶 Idempotency-Key。
  3 Producer 在一個交易裡寫入訂單 1001、它的扣款，並把 e1 放進 outbox。Commit 之前誰也看不到。
  4 Commit：訂單 1001、扣款與 e1 從此刻起一起存在。
  5 201：訂單 1001 成立，client 也知道了。
  6 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  7 relay 1 把 e1 裝進訊息 m1 送給 broker（send()），等它 confirm。
  8 Log 把 m1（e1）接在 partition 0 後面，offset 是 0。不管有沒有人讀，它都留在那裡。
  9 Broker 收到 m1 並 confirm（acks=all）：從現在起，投遞是 broker 的事。
 10 worker 1 從 partition 0 的 offset 0 起讀了 1 筆。
 11 Broker 把 e1 交給 worker 1（poll()），這是它的第一次投遞。
 12 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
 13 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 14 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 15 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 16 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 17 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 18 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 19 worker 1 被砍掉時，e1 所有 handler 的資料列都寫了，但還沒 commit：SQLite 全部 rollback，offset 也一樣。已經寄出的信收不回來。
 20 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
 21 worker 1 太久沒有動靜，session 逾時（session.timeout.ms）：第 2 代，partition 0 歸 worker 1。接手的 worker 從 commit 過的 offset 讀起。
 22 worker 1 從 partition 0 的 offset 0 起讀了 1 筆。
 23 同一個 event 又來了：e1 第 2 次投遞，還是交給 worker 1。先前已經做過事，只是 broker 不知道。
 24 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 25 同一筆訂單 1001 的第二封信寄出去了：e1 再次投遞，而沒有東西攔住 handler。
 26 emails_sent 又多一列 e1：多一封信就多一列，沒有任何約束擋著。
 27 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 28 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 29 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 30 COMMIT：e1 所有 handler 的資料列和 offset 1 在同一個資料庫裡、同一刻成真。信不在其中。
