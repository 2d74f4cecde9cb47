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
 12 emailHandler takes 3 s. That alone passes no deadline.
 13 The customer clicks buy. The request carries no Idempotency-Key.
 14 In one transaction the producer writes order 1002, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 15 Commit: order 1002, its charge and e2 exist from here on, all together.
 16 201: order 1002 is made, and the client knows it.
 17 relay 1 reads the rows of outbox that are not marked as published: e2.
 18 relay 1 publishes e2 in the envelope m2 (basic.publish) and waits for the broker's confirm.
 19 The broker has m2 and confirms it: from here on, delivering is its business.
 20 relay 1 marks e2 as published: this row will not be read again.
 21 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 22 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 23 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 24 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 25 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 26 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 27 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 28 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 29 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 30 analyticsHandler counts the order of e1. Others see it after the commit.
 31 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 32 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 33 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 34 recommenderHandler throws before its effect: in this delivery nothing of its work is done.
 35 ROLLBACK: neither mark nor row of recommenderHandler remains, so the next delivery starts clean.
 36 worker 1 nacks e1 (basic.reject requeue=true): one handler failed, and the whole message comes back, for the handlers that succeeded too.
 37 The broker hands e2 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 38 BEGIN: what emailHandler writes for e2 becomes real together, or not at all.
 39 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so emailHandler runs. The mark becomes real only together with the work.
 40 The mail for order 1002 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 41 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 42 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 43 BEGIN: what inventoryHandler writes for e2 becomes real together, or not at all.
 44 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 45 inventoryHandler lowers stock by one for e2. Others see it after the commit.
 46 COMMIT: the mark and the work of inventoryHandler for e2 become real in one moment.
 47 BEGIN: what analyticsHandler writes for e2 becomes real together, or not at all.
 48 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 49 analyticsHandler counts the order of e2. Others see it after the commit.
 50 COMMIT: the mark and the work of analyticsHandler for e2 become real in one moment.
 51 BEGIN: what recommenderHandler writes for e2 becomes real together, or not at all.
 52 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 53 recommenderHandler sets "last bought" to the order of e2. Others see it after the commit.
 54 COMMIT: the mark and the work of recommenderHandler for e2 become real in one moment.
 55 worker 1 acks e2 (basic.ack): the broker is done with this message.
 56 The same event again: e1, attempt 2 (redelivered=true), to worker 1 again. One handler had failed; those that succeeded are asked again as well.
 57 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 58 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so emailHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 59 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 60 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so inventoryHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 61 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 62 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so analyticsHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 63 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 64 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 65 e1 is older than e2 and overwrites it: setting a value is idempotent, and still wrong out of order. Others see it after the commit.
 66 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 67 worker 1 acks e1 (basic.ack): the broker is done with this message.
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
 12 emailHandler 花了 3 秒。光是這樣，還不會超過任何期限。
 13 客人按下購買。這個請求沒有帶 Idempotency-Key。
 14 Producer 在一個交易裡寫入訂單 1002、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 15 Commit：訂單 1002、扣款與 e2 從此刻起一起存在。
 16 201：訂單 1002 成立，client 也知道了。
 17 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 18 relay 1 把 e2 裝進訊息 m2 送給 broker（basic.publish），等它 confirm。
 19 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 20 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 21 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 22 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 23 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 24 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 25 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 26 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 27 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 28 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 29 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 30 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 31 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 32 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 33 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 34 recommenderHandler 在 effect 之前拋例外：這次投遞裡，它什麼都沒做成。
 35 ROLLBACK：recommenderHandler 的標記和資料列都不留，下一次投遞可以乾淨地重來。
 36 worker 1 nack e1（basic.reject requeue=true）：一個 handler 失敗，整則訊息都要再來一次，已經成功的 handler 也一樣。
 37 Broker 把 e2 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 38 BEGIN：emailHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 39 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 40 訂單 1002 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 41 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 42 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 43 BEGIN：inventoryHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 44 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 45 inventoryHandler 替 e2 把 stock 減一。Commit 之後別人才看得到。
 46 COMMIT：inventoryHandler 替 e2 做的事和它的標記，在同一刻成真。
 47 BEGIN：analyticsHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 48 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 49 analyticsHandler 把 e2 的訂單計入統計。Commit 之後別人才看得到。
 50 COMMIT：analyticsHandler 替 e2 做的事和它的標記，在同一刻成真。
 51 BEGIN：recommenderHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 52 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 53 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。Commit 之後別人才看得到。
 54 COMMIT：recommenderHandler 替 e2 做的事和它的標記，在同一刻成真。
 55 worker 1 ack e2（basic.ack），broker 不會再送這則訊息。
 56 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），還是交給 worker 1。先前只有一個 handler 失敗，成功的那些也會再被叫一次。
 57 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 58 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 emailHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 59 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 60 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 inventoryHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 61 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 62 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 analyticsHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 63 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 64 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 65 e1 比 e2 舊，卻蓋掉了它：設定一個值雖然冪等，順序亂了還是錯。Commit 之後別人才看得到。
 66 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 67 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
