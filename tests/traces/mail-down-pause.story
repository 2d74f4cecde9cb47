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
 12 emailHandler asks the mail provider, which is down until 1.1 s: no mail leaves.
 13 emailHandler throws before its effect: in this delivery nothing of its work is done.
 14 ROLLBACK: neither mark nor row of emailHandler remains, so the next delivery starts clean.
 15 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 16 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 17 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 18 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 19 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 20 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 21 analyticsHandler counts the order of e1. Others see it after the commit.
 22 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 23 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 24 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 25 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 26 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 27 worker 1 nacks e1 (basic.reject requeue=true): one handler failed, and the whole message comes back, for the handlers that succeeded too.
 28 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. One handler had failed; those that succeeded are asked again as well.
 29 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 30 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so emailHandler runs. The mark becomes real only together with the work.
 31 emailHandler asks the mail provider, which is down until 1.1 s: no mail leaves.
 32 emailHandler throws on e1 for the second time.
 33 ROLLBACK: neither mark nor row of emailHandler remains, so the next delivery starts clean.
 34 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 35 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so inventoryHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 36 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 37 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so analyticsHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 38 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 39 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so recommenderHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 40 worker 2 nacks e1 (basic.reject requeue=true): one handler failed, and the whole message comes back, for the handlers that succeeded too.
 41 The same event again: e1, attempt 3 (redelivered=true), now to worker 1. One handler had failed; those that succeeded are asked again as well.
 42 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 43 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so emailHandler runs. The mark becomes real only together with the work.
 44 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 45 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 46 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 47 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 48 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so inventoryHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 49 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 50 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so analyticsHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 51 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 52 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so recommenderHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 53 worker 1 acks e1 (basic.ack): the broker is done with this message.
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
 12 emailHandler 要寄信，但寄信服務到 1.1 秒之前都沒有回應：信沒有寄出去。
 13 emailHandler 在 effect 之前拋例外：這次投遞裡，它什麼都沒做成。
 14 ROLLBACK：emailHandler 的標記和資料列都不留，下一次投遞可以乾淨地重來。
 15 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 16 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 17 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 18 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 19 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 20 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 21 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 22 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 23 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 24 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 25 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 26 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 27 worker 1 nack e1（basic.reject requeue=true）：一個 handler 失敗，整則訊息都要再來一次，已經成功的 handler 也一樣。
 28 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前只有一個 handler 失敗，成功的那些也會再被叫一次。
 29 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 30 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 31 emailHandler 要寄信，但寄信服務到 1.1 秒之前都沒有回應：信沒有寄出去。
 32 emailHandler 處理 e1 時第二次拋例外。
 33 ROLLBACK：emailHandler 的標記和資料列都不留，下一次投遞可以乾淨地重來。
 34 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 35 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 inventoryHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 36 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 37 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 analyticsHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 38 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 39 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 recommenderHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 40 worker 2 nack e1（basic.reject requeue=true）：一個 handler 失敗，整則訊息都要再來一次，已經成功的 handler 也一樣。
 41 同一個 event 又來了：e1 第 3 次投遞（redelivered=true），這次交給 worker 1。先前只有一個 handler 失敗，成功的那些也會再被叫一次。
 42 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 43 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 44 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 45 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 46 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 47 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 48 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 inventoryHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 49 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 50 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 analyticsHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 51 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 52 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 recommenderHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 53 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
