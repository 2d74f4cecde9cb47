[en]
  1 The customer clicks buy. The request carries no Idempotency-Key.
  2 In one transaction the producer writes order 1001, its charge, and e1 into outbox. Nobody sees any of it before the commit.
  3 Commit: order 1001, its charge and e1 exist from here on, all together.
  4 201: order 1001 is made, and the client knows it.
  5 relay 1 reads the rows of outbox that are not marked as published: e1.
  6 relay 2 finds e1, which the other relay has in hand too: without a lock, both will publish it.
  7 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  8 relay 2 publishes e1 again, in a new envelope m2 with the same event id: an outbox prevents loss, never duplicates.
  9 The broker has m1 and confirms it: from here on, delivering is its business.
 10 The broker has m2 and confirms it: from here on, delivering is its business.
 11 The broker hands e1 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 12 e1 again, in another envelope: m2 is a new message for the broker, and the same event for worker 2.
 13 relay 1 marks e1 as published: this row will not be read again.
 14 relay 2 marks e1 as published: this row will not be read again.
 15 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 16 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 17 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so emailHandler runs. The mark becomes real only together with the work.
 18 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 19 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 20 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 21 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 22 inventoryHandler waits: worker 2 has the transaction of emailHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 23 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so emailHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 24 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 25 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 26 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 27 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 28 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 29 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 30 analyticsHandler waits: worker 2 has the transaction of inventoryHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 31 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so inventoryHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 32 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 33 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 34 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 35 analyticsHandler counts the order of e1. Others see it after the commit.
 36 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 37 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 38 recommenderHandler waits: worker 2 has the transaction of analyticsHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 39 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so analyticsHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 40 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 41 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 42 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 43 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 44 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 45 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 46 worker 1 acks e1 (basic.ack): the broker is done with this message.
 47 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so recommenderHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 48 worker 2 acks e1 (basic.ack): the broker is done with this message.
[zh-Hant]
  1 客人按下購買。這個請求沒有帶 Idempotency-Key。
  2 Producer 在一個交易裡寫入訂單 1001、它的扣款，並把 e1 放進 outbox。Commit 之前誰也看不到。
  3 Commit：訂單 1001、扣款與 e1 從此刻起一起存在。
  4 201：訂單 1001 成立，client 也知道了。
  5 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  6 relay 2 讀到 e1，而另一個 relay 手上也有：沒有鎖，兩邊都會 publish。
  7 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  8 relay 2 又把 e1 送了一次，訊息是新的 m2，event id 是同一個：outbox 防漏，從來不防重。
  9 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
 10 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 11 Broker 把 e1 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 12 e1 又來了，換了一個信封：對 broker 是新訊息 m2，對 worker 2 是同一個 event。
 13 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
 14 relay 2 把 e1 標記為已送出，這一列不會再被讀到。
 15 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 16 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 17 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 18 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 19 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 20 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 21 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 22 inventoryHandler 在等：worker 2 的 emailHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 23 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 emailHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 24 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 25 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 26 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 27 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 28 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 29 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 30 analyticsHandler 在等：worker 2 的 inventoryHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 31 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 inventoryHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 32 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 33 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 34 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 35 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 36 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 37 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 38 recommenderHandler 在等：worker 2 的 analyticsHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 39 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 analyticsHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 40 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 41 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 42 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 43 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 44 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 45 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 46 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 47 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 recommenderHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 48 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
