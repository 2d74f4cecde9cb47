[en]
  0 The customer clicks buy. The request carries no Idempotency-Key.
  1 In one transaction the producer writes order 1001, its charge, and e1 into outbox. Nobody sees any of it before the commit.
  2 Commit: order 1001, its charge and e1 exist from here on, all together.
  3 201: order 1001 is made, and the client knows it.
  4 relay 1 reads the rows of outbox that are not marked as published: e1.
  5 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  6 The broker has m1 and confirms it: from here on, delivering is its business.
  7 The broker hands e1 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
  8 relay 1 marks e1 as published: this row will not be read again.
  9 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 10 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so emailHandler runs. The mark becomes real only together with the work.
 11 emailHandler takes 2000 s, longer than the ack deadline (consumer_timeout): to the broker a slow worker and a dead one look the same.
 12 The customer clicks buy. The request carries no Idempotency-Key.
 13 In one transaction the producer writes order 1002, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 14 Commit: order 1002, its charge and e2 exist from here on, all together.
 15 201: order 1002 is made, and the client knows it.
 16 relay 1 reads the rows of outbox that are not marked as published: e2.
 17 relay 1 publishes e2 in the envelope m2 (basic.publish) and waits for the broker's confirm.
 18 The broker has m2 and confirms it: from here on, delivering is its business.
 19 The broker hands e2 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 20 relay 1 marks e2 as published: this row will not be read again.
 21 The customer clicks buy. The request carries no Idempotency-Key.
 22 In one transaction the producer writes order 1003, its charge, and e3 into outbox. Nobody sees any of it before the commit.
 23 Commit: order 1003, its charge and e3 exist from here on, all together.
 24 201: order 1003 is made, and the client knows it.
 25 relay 1 reads the rows of outbox that are not marked as published: e3.
 26 relay 1 publishes e3 in the envelope m3 (basic.publish) and waits for the broker's confirm.
 27 The broker has m3 and confirms it: from here on, delivering is its business.
 28 The broker hands e3 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 29 relay 1 marks e3 as published: this row will not be read again.
 30 worker 2 starts and takes its share.
 31 The ack deadline (consumer_timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 32 The channel of worker 1 is closed, so m2 (e2) goes back with everything else that it held.
 33 The channel of worker 1 is closed, so m3 (e3) goes back with everything else that it held.
 34 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 35 The same event again: e2, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 36 The same event again: e3, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 37 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 38 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 39 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 40 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 41 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 42 inventoryHandler waits: worker 2 has the transaction of emailHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 43 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so emailHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 44 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 45 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 46 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 47 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 48 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 49 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 50 analyticsHandler waits: worker 2 has the transaction of inventoryHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 51 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so inventoryHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 52 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 53 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 54 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 55 analyticsHandler counts the order of e1. Others see it after the commit.
 56 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 57 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 58 recommenderHandler waits: worker 2 has the transaction of analyticsHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 59 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so analyticsHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 60 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 61 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 62 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 63 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 64 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 65 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 66 worker 1 acks d1 by its old delivery tag (basic.ack), too late: the broker has taken the message back.
 67 To the broker this delivery is unknown, so it closes the channel of worker 1 (406 PRECONDITION_FAILED): everything that it holds goes back.
 68 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so recommenderHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 69 worker 2 acks e1 (basic.ack): the broker is done with this message.
 70 worker 2 takes e2 from its buffer, where it has waited. Its deadline (consumer_timeout) has been running since the hand-over.
 71 BEGIN: what emailHandler writes for e2 becomes real together, or not at all.
 72 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so emailHandler runs. The mark becomes real only together with the work.
 73 The mail for order 1002 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 74 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 75 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 76 BEGIN: what inventoryHandler writes for e2 becomes real together, or not at all.
 77 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 78 inventoryHandler lowers stock by one for e2. Others see it after the commit.
 79 COMMIT: the mark and the work of inventoryHandler for e2 become real in one moment.
 80 BEGIN: what analyticsHandler writes for e2 becomes real together, or not at all.
 81 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 82 analyticsHandler counts the order of e2. Others see it after the commit.
 83 COMMIT: the mark and the work of analyticsHandler for e2 become real in one moment.
 84 BEGIN: what recommenderHandler writes for e2 becomes real together, or not at all.
 85 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 86 recommenderHandler sets "last bought" to the order of e2. Others see it after the commit.
 87 COMMIT: the mark and the work of recommenderHandler for e2 become real in one moment.
 88 worker 2 acks e2 (basic.ack): the broker is done with this message.
 89 worker 2 takes e3 from its buffer, where it has waited. Its deadline (consumer_timeout) has been running since the hand-over.
 90 BEGIN: what emailHandler writes for e3 becomes real together, or not at all.
 91 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so emailHandler runs. The mark becomes real only together with the work.
 92 The mail for order 1003 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 93 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 94 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 95 BEGIN: what inventoryHandler writes for e3 becomes real together, or not at all.
 96 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 97 inventoryHandler lowers stock by one for e3. Others see it after the commit.
 98 COMMIT: the mark and the work of inventoryHandler for e3 become real in one moment.
 99 BEGIN: what analyticsHandler writes for e3 becomes real together, or not at all.
100 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so analyticsHandler runs. The mark becomes real only together with the work.
101 analyticsHandler counts the order of e3. Others see it after the commit.
102 COMMIT: the mark and the work of analyticsHandler for e3 become real in one moment.
103 BEGIN: what recommenderHandler writes for e3 becomes real together, or not at all.
104 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so recommenderHandler runs. The mark becomes real only together with the work.
105 recommenderHandler sets "last bought" to the order of e3. Others see it after the commit.
106 COMMIT: the mark and the work of recommenderHandler for e3 become real in one moment.
107 worker 2 acks e3 (basic.ack): the broker is done with this message.
[zh-Hant]
  0 客人按下購買。這個請求沒有帶 Idempotency-Key。
  1 Producer 在一個交易裡寫入訂單 1001、它的扣款，並把 e1 放進 outbox。Commit 之前誰也看不到。
  2 Commit：訂單 1001、扣款與 e1 從此刻起一起存在。
  3 201：訂單 1001 成立，client 也知道了。
  4 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  5 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  6 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  7 Broker 把 e1 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
  8 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
  9 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 10 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 11 emailHandler 花了 2000 秒，超過 ack 期限（consumer_timeout）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 12 客人按下購買。這個請求沒有帶 Idempotency-Key。
 13 Producer 在一個交易裡寫入訂單 1002、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 14 Commit：訂單 1002、扣款與 e2 從此刻起一起存在。
 15 201：訂單 1002 成立，client 也知道了。
 16 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 17 relay 1 把 e2 裝進訊息 m2 送給 broker（basic.publish），等它 confirm。
 18 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 19 Broker 把 e2 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 20 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 21 客人按下購買。這個請求沒有帶 Idempotency-Key。
 22 Producer 在一個交易裡寫入訂單 1003、它的扣款，並把 e3 放進 outbox。Commit 之前誰也看不到。
 23 Commit：訂單 1003、扣款與 e3 從此刻起一起存在。
 24 201：訂單 1003 成立，client 也知道了。
 25 relay 1 讀出 outbox 裡還沒標記為已送出的列：e3。
 26 relay 1 把 e3 裝進訊息 m3 送給 broker（basic.publish），等它 confirm。
 27 Broker 收到 m3 並 confirm：從現在起，投遞是 broker 的事。
 28 Broker 把 e3 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 29 relay 1 把 e3 標記為已送出，這一列不會再被讀到。
 30 worker 2 啟動，開始分擔工作。
 31 超過 ack 期限（consumer_timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 32 worker 1 的 channel 被關閉，m2（e2）和它手上的其他訊息一起退回佇列。
 33 worker 1 的 channel 被關閉，m3（e3）和它手上的其他訊息一起退回佇列。
 34 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 35 同一個 event 又來了：e2 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 36 同一個 event 又來了：e3 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 37 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 38 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 39 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 40 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 41 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 42 inventoryHandler 在等：worker 2 的 emailHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 43 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 emailHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 44 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 45 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 46 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 47 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 48 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 49 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 50 analyticsHandler 在等：worker 2 的 inventoryHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 51 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 inventoryHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 52 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 53 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 54 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 55 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 56 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 57 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 58 recommenderHandler 在等：worker 2 的 analyticsHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 59 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 analyticsHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 60 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 61 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 62 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 63 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 64 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 65 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 66 worker 1 用舊的 delivery tag ack d1（basic.ack），太晚了：broker 已經把訊息收回。
 67 Broker 不認得這次投遞，於是關閉 worker 1 的 channel（406 PRECONDITION_FAILED）：它手上的全部退回佇列。
 68 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 recommenderHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 69 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
 70 worker 2 從 buffer 取出等在那裡的 e2。它的期限（consumer_timeout）從交出那一刻就開始走了。
 71 BEGIN：emailHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 72 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 73 訂單 1002 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 74 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 75 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 76 BEGIN：inventoryHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 77 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 78 inventoryHandler 替 e2 把 stock 減一。Commit 之後別人才看得到。
 79 COMMIT：inventoryHandler 替 e2 做的事和它的標記，在同一刻成真。
 80 BEGIN：analyticsHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 81 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 82 analyticsHandler 把 e2 的訂單計入統計。Commit 之後別人才看得到。
 83 COMMIT：analyticsHandler 替 e2 做的事和它的標記，在同一刻成真。
 84 BEGIN：recommenderHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 85 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 86 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。Commit 之後別人才看得到。
 87 COMMIT：recommenderHandler 替 e2 做的事和它的標記，在同一刻成真。
 88 worker 2 ack e2（basic.ack），broker 不會再送這則訊息。
 89 worker 2 從 buffer 取出等在那裡的 e3。它的期限（consumer_timeout）從交出那一刻就開始走了。
 90 BEGIN：emailHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 91 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 92 訂單 1003 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 93 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 94 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 95 BEGIN：inventoryHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 96 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 97 inventoryHandler 替 e3 把 stock 減一。Commit 之後別人才看得到。
 98 COMMIT：inventoryHandler 替 e3 做的事和它的標記，在同一刻成真。
 99 BEGIN：analyticsHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
100 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
101 analyticsHandler 把 e3 的訂單計入統計。Commit 之後別人才看得到。
102 COMMIT：analyticsHandler 替 e3 做的事和它的標記，在同一刻成真。
103 BEGIN：recommenderHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
104 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
105 recommenderHandler 把「最近買了什麼」設成 e3 的訂單。Commit 之後別人才看得到。
106 COMMIT：recommenderHandler 替 e3 做的事和它的標記，在同一刻成真。
107 worker 2 ack e3（basic.ack），broker 不會再送這則訊息。
