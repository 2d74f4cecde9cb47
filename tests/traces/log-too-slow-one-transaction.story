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
 14 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so emailHandler runs. The mark becomes real only together with the work.
 15 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 16 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 17 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 18 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 19 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 20 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 21 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 22 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 23 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 24 analyticsHandler counts the order of e1. Others see it after the commit.
 25 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 26 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 27 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 28 recommenderHandler takes 7 min, longer than the poll interval (max.poll.interval.ms): to the broker a slow worker and a dead one look the same.
 29 worker 1 has not polled within the poll interval (max.poll.interval.ms), so the group goes on without it: generation 2, partition 0 to worker 2. Reading begins at the committed offset.
 30 worker 2 polls one record of partition 0, from offset 0.
 31 The same event again: e1, attempt 2, now to worker 2. Work has been done for it already, and the broker never heard of that.
 32 emailHandler waits: worker 1 has the transaction of recommenderHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 33 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 34 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 35 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 36 worker 1 commits offset 1 of partition 0, and is refused (CommitFailedException): the group has a newer generation. The work for e1 is done all the same.
 37 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so emailHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 38 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 39 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so inventoryHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 40 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 41 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so analyticsHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 42 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 43 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so recommenderHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 44 worker 2 commits offset 1 of partition 0 (commitSync()): everything up to e1 is done, and will not be read again.
 45 worker 1 wants to take part: generation 3, partition 0 to worker 1. Reading begins at the committed offset.
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
 14 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 15 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 16 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 17 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 18 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 19 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 20 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 21 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 22 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 23 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 24 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 25 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 26 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 27 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 28 recommenderHandler 花了 7 分鐘，超過 poll 間隔（max.poll.interval.ms）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 29 worker 1 太久沒有 poll（max.poll.interval.ms），group 不再等它：第 2 代，partition 0 歸 worker 2。接手的 worker 從 commit 過的 offset 讀起。
 30 worker 2 從 partition 0 的 offset 0 起讀了 1 筆。
 31 同一個 event 又來了：e1 第 2 次投遞，這次交給 worker 2。先前已經做過事，只是 broker 不知道。
 32 emailHandler 在等：worker 1 的 recommenderHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 33 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 34 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 35 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 36 worker 1 要 commit partition 0 的 offset 1，被拒絕（CommitFailedException）：group 已經是新的一代。e1 的事卻已經做了。
 37 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 emailHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 38 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 39 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 inventoryHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 40 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 41 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 analyticsHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 42 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 43 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 recommenderHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 44 worker 2 commit partition 0 的 offset 1（commitSync()）：到 e1 為止都做完了，不會再讀一次。
 45 worker 1 要加入：第 3 代，partition 0 歸 worker 1。接手的 worker 從 commit 過的 offset 讀起。
