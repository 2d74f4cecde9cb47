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
 12 emailHandler takes 2000 s, longer than the ack deadline (consumer_timeout): to the broker a slow worker and a dead one look the same.
 13 The customer clicks buy. The request carries no Idempotency-Key.
 14 In one transaction the producer writes order 1002, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 15 Commit: order 1002, its charge and e2 exist from here on, all together.
 16 201: order 1002 is made, and the client knows it.
 17 relay 1 reads the rows of outbox that are not marked as published: e2.
 18 relay 1 publishes e2 in the envelope m2 (basic.publish) and waits for the broker's confirm.
 19 The broker has m2 and confirms it: from here on, delivering is its business.
 20 The broker hands e2 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 21 relay 1 marks e2 as published: this row will not be read again.
 22 The customer clicks buy. The request carries no Idempotency-Key.
 23 In one transaction the producer writes order 1003, its charge, and e3 into outbox. Nobody sees any of it before the commit.
 24 Commit: order 1003, its charge and e3 exist from here on, all together.
 25 201: order 1003 is made, and the client knows it.
 26 relay 1 reads the rows of outbox that are not marked as published: e3.
 27 relay 1 publishes e3 in the envelope m3 (basic.publish) and waits for the broker's confirm.
 28 The broker has m3 and confirms it: from here on, delivering is its business.
 29 The broker hands e3 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 30 relay 1 marks e3 as published: this row will not be read again.
 31 worker 2 starts and takes its share.
 32 The ack deadline (consumer_timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 33 The channel of worker 1 is closed, so m2 (e2) goes back with everything else that it held.
 34 The channel of worker 1 is closed, so m3 (e3) goes back with everything else that it held.
 35 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 36 The same event again: e2, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 37 The same event again: e3, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 38 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 39 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 40 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 41 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 42 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 43 inventoryHandler waits: worker 2 has the transaction of emailHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 44 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so emailHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 45 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 46 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 47 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 48 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 49 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 50 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 51 analyticsHandler waits: worker 2 has the transaction of inventoryHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 52 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so inventoryHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 53 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 54 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 55 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 56 analyticsHandler counts the order of e1. Others see it after the commit.
 57 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 58 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 59 recommenderHandler waits: worker 2 has the transaction of analyticsHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 60 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so analyticsHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 61 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 62 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 63 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 64 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 65 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 66 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 67 worker 1 acks d1 by its old delivery tag (basic.ack), too late: the broker has taken the message back.
 68 To the broker this delivery is unknown, so it closes the channel of worker 1 (406 PRECONDITION_FAILED): everything that it holds goes back.
 69 ON CONFLICT DO NOTHING changed 0 rows: the mark for e1 is there, so recommenderHandler is skipped. The row count decides, not an error: after one, PostgreSQL refuses the rest of the transaction.
 70 worker 2 acks e1 (basic.ack): the broker is done with this message.
 71 worker 2 takes e2 from its buffer, where it has waited. Its deadline (consumer_timeout) has been running since the hand-over.
 72 BEGIN: what emailHandler writes for e2 becomes real together, or not at all.
 73 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so emailHandler runs. The mark becomes real only together with the work.
 74 The mail for order 1002 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 75 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 76 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 77 BEGIN: what inventoryHandler writes for e2 becomes real together, or not at all.
 78 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 79 inventoryHandler lowers stock by one for e2. Others see it after the commit.
 80 COMMIT: the mark and the work of inventoryHandler for e2 become real in one moment.
 81 BEGIN: what analyticsHandler writes for e2 becomes real together, or not at all.
 82 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 83 analyticsHandler counts the order of e2. Others see it after the commit.
 84 COMMIT: the mark and the work of analyticsHandler for e2 become real in one moment.
 85 BEGIN: what recommenderHandler writes for e2 becomes real together, or not at all.
 86 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 87 recommenderHandler sets "last bought" to the order of e2. Others see it after the commit.
 88 COMMIT: the mark and the work of recommenderHandler for e2 become real in one moment.
 89 worker 2 acks e2 (basic.ack): the broker is done with this message.
 90 worker 2 takes e3 from its buffer, where it has waited. Its deadline (consumer_timeout) has been running since the hand-over.
 91 BEGIN: what emailHandler writes for e3 becomes real together, or not at all.
 92 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so emailHandler runs. The mark becomes real only together with the work.
 93 The mail for order 1003 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 94 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 95 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 96 BEGIN: what inventoryHandler writes for e3 becomes real together, or not at all.
 97 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 98 inventoryHandler lowers stock by one for e3. Others see it after the commit.
 99 COMMIT: the mark and the work of inventoryHandler for e3 become real in one moment.
100 BEGIN: what analyticsHandler writes for e3 becomes real together, or not at all.
101 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so analyticsHandler runs. The mark becomes real only together with the work.
102 analyticsHandler counts the order of e3. Others see it after the commit.
103 COMMIT: the mark and the work of analyticsHandler for e3 become real in one moment.
104 BEGIN: what recommenderHandler writes for e3 becomes real together, or not at all.
105 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so recommenderHandler runs. The mark becomes real only together with the work.
106 recommenderHandler sets "last bought" to the order of e3. Others see it after the commit.
107 COMMIT: the mark and the work of recommenderHandler for e3 become real in one moment.
108 worker 2 acks e3 (basic.ack): the broker is done with this message.
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
 12 emailHandler 花了 2000 秒，超過 ack 期限（consumer_timeout）：在 broker 眼裡，慢的 worker 和死的 worker 沒有兩樣。
 13 客人按下購買。這個請求沒有帶 Idempotency-Key。
 14 Producer 在一個交易裡寫入訂單 1002、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 15 Commit：訂單 1002、扣款與 e2 從此刻起一起存在。
 16 201：訂單 1002 成立，client 也知道了。
 17 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 18 relay 1 把 e2 裝進訊息 m2 送給 broker（basic.publish），等它 confirm。
 19 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 20 Broker 把 e2 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 21 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 22 客人按下購買。這個請求沒有帶 Idempotency-Key。
 23 Producer 在一個交易裡寫入訂單 1003、它的扣款，並把 e3 放進 outbox。Commit 之前誰也看不到。
 24 Commit：訂單 1003、扣款與 e3 從此刻起一起存在。
 25 201：訂單 1003 成立，client 也知道了。
 26 relay 1 讀出 outbox 裡還沒標記為已送出的列：e3。
 27 relay 1 把 e3 裝進訊息 m3 送給 broker（basic.publish），等它 confirm。
 28 Broker 收到 m3 並 confirm：從現在起，投遞是 broker 的事。
 29 Broker 把 e3 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 30 relay 1 把 e3 標記為已送出，這一列不會再被讀到。
 31 worker 2 啟動，開始分擔工作。
 32 超過 ack 期限（consumer_timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 33 worker 1 的 channel 被關閉，m2（e2）和它手上的其他訊息一起退回佇列。
 34 worker 1 的 channel 被關閉，m3（e3）和它手上的其他訊息一起退回佇列。
 35 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 36 同一個 event 又來了：e2 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 37 同一個 event 又來了：e3 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 38 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 39 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 40 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 41 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 42 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 43 inventoryHandler 在等：worker 2 的 emailHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 44 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 emailHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 45 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 46 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 47 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 48 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 49 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 50 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 51 analyticsHandler 在等：worker 2 的 inventoryHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 52 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 inventoryHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 53 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 54 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 55 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 56 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 57 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 58 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 59 recommenderHandler 在等：worker 2 的 analyticsHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 60 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 analyticsHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 61 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 62 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 63 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 64 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 65 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 66 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 67 worker 1 用舊的 delivery tag ack d1（basic.ack），太晚了：broker 已經把訊息收回。
 68 Broker 不認得這次投遞，於是關閉 worker 1 的 channel（406 PRECONDITION_FAILED）：它手上的全部退回佇列。
 69 ON CONFLICT DO NOTHING 異動 0 列：e1 的標記已經在，所以 recommenderHandler 略過。判斷靠的是異動列數，不是錯誤：一旦違反約束，PostgreSQL 會拒絕這個交易剩下的每一句。
 70 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
 71 worker 2 從 buffer 取出等在那裡的 e2。它的期限（consumer_timeout）從交出那一刻就開始走了。
 72 BEGIN：emailHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 73 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 74 訂單 1002 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 75 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 76 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 77 BEGIN：inventoryHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 78 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 79 inventoryHandler 替 e2 把 stock 減一。Commit 之後別人才看得到。
 80 COMMIT：inventoryHandler 替 e2 做的事和它的標記，在同一刻成真。
 81 BEGIN：analyticsHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 82 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 83 analyticsHandler 把 e2 的訂單計入統計。Commit 之後別人才看得到。
 84 COMMIT：analyticsHandler 替 e2 做的事和它的標記，在同一刻成真。
 85 BEGIN：recommenderHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 86 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 87 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。Commit 之後別人才看得到。
 88 COMMIT：recommenderHandler 替 e2 做的事和它的標記，在同一刻成真。
 89 worker 2 ack e2（basic.ack），broker 不會再送這則訊息。
 90 worker 2 從 buffer 取出等在那裡的 e3。它的期限（consumer_timeout）從交出那一刻就開始走了。
 91 BEGIN：emailHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 92 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 93 訂單 1003 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 94 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 95 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 96 BEGIN：inventoryHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 97 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 98 inventoryHandler 替 e3 把 stock 減一。Commit 之後別人才看得到。
 99 COMMIT：inventoryHandler 替 e3 做的事和它的標記，在同一刻成真。
100 BEGIN：analyticsHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
101 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
102 analyticsHandler 把 e3 的訂單計入統計。Commit 之後別人才看得到。
103 COMMIT：analyticsHandler 替 e3 做的事和它的標記，在同一刻成真。
104 BEGIN：recommenderHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
105 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
106 recommenderHandler 把「最近買了什麼」設成 e3 的訂單。Commit 之後別人才看得到。
107 COMMIT：recommenderHandler 替 e3 做的事和它的標記，在同一刻成真。
108 worker 2 ack e3（basic.ack），broker 不會再送這則訊息。
