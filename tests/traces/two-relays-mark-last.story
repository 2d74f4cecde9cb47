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
 15 emailHandler has no row for e1: not done yet, so it runs.
 16 No row for e1 yet, because worker 1 is still at it: both workers pass the check, and both will run emailHandler.
 17 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 18 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 19 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 20 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 21 The mark for e1 is written last, in the same transaction as the work of emailHandler.
 22 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 23 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 24 inventoryHandler waits: worker 2 has the transaction of emailHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 25 The second mail for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
 26 emails_sent gets another row for e1: one more mail, one more row, no constraint in the way.
 27 ON CONFLICT DO NOTHING changed 0 rows: while emailHandler was at it, another worker marked e1. This transaction must go.
 28 ROLLBACK: the other worker was faster, so the rows of emailHandler are undone. Its mail is not: that has left.
 29 inventoryHandler has no row for e1: not done yet, so it runs.
 30 No row for e1 yet, because worker 1 is still at it: both workers pass the check, and both will run inventoryHandler.
 31 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 32 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 33 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 34 The mark for e1 is written last, in the same transaction as the work of inventoryHandler.
 35 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 36 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 37 analyticsHandler waits: worker 2 has the transaction of inventoryHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 38 stock goes down again for the same order: quantity - 1 means something else each time it runs. Others see it after the commit.
 39 ON CONFLICT DO NOTHING changed 0 rows: while inventoryHandler was at it, another worker marked e1. This transaction must go.
 40 ROLLBACK: e1 is done already, so nothing of this transaction remains, and nothing should.
 41 analyticsHandler has no row for e1: not done yet, so it runs.
 42 No row for e1 yet, because worker 1 is still at it: both workers pass the check, and both will run analyticsHandler.
 43 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 44 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 45 analyticsHandler counts the order of e1. Others see it after the commit.
 46 The mark for e1 is written last, in the same transaction as the work of analyticsHandler.
 47 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 48 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 49 recommenderHandler waits: worker 2 has the transaction of analyticsHandler for the same e1 open, and SQLite locks the whole database. PostgreSQL locks rows, the two write different keys, and neither would wait here.
 50 analyticsHandler counts the same order again: the figure is now too high, and looks like any other. Others see it after the commit.
 51 ON CONFLICT DO NOTHING changed 0 rows: while analyticsHandler was at it, another worker marked e1. This transaction must go.
 52 ROLLBACK: e1 is done already, so nothing of this transaction remains, and nothing should.
 53 recommenderHandler has no row for e1: not done yet, so it runs.
 54 No row for e1 yet, because worker 1 is still at it: both workers pass the check, and both will run recommenderHandler.
 55 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 56 worker 2 waits: worker 1 has its transaction for the same e1 open. PostgreSQL would wait too, at its INSERT of the same key, until the other commits or rolls back.
 57 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 58 The mark for e1 is written last, in the same transaction as the work of recommenderHandler.
 59 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 60 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 61 worker 1 acks e1 (basic.ack): the broker is done with this message.
 62 recommenderHandler sets the same value again, and nothing is different: this one is idempotent by nature.
 63 ON CONFLICT DO NOTHING changed 0 rows: while recommenderHandler was at it, another worker marked e1. This transaction must go.
 64 ROLLBACK: e1 is done already, so nothing of this transaction remains, and nothing should.
 65 worker 2 acks e1 (basic.ack): the broker is done with this message.
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
 15 emailHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 16 還沒有 e1 的紀錄，因為 worker 1 正做到一半：兩個 worker 都通過檢查，emailHandler 會跑兩次。
 17 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 18 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 19 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 20 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 21 e1 的標記最後才寫，和 emailHandler 做的事在同一個交易裡。
 22 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 23 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 24 inventoryHandler 在等：worker 2 的 emailHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 25 同一筆訂單 1001 的第二封信寄出去了：e1 再次投遞，而沒有東西攔住 handler。
 26 emails_sent 又多一列 e1：多一封信就多一列，沒有任何約束擋著。
 27 ON CONFLICT DO NOTHING 異動 0 列：emailHandler 做到一半時，另一個 worker 已經標記了 e1。這個交易只能放棄。
 28 ROLLBACK：另一個 worker 快了一步，emailHandler 寫的列全部撤回。信撤不回，已經寄了。
 29 inventoryHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 30 還沒有 e1 的紀錄，因為 worker 1 正做到一半：兩個 worker 都通過檢查，inventoryHandler 會跑兩次。
 31 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 32 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 33 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 34 e1 的標記最後才寫，和 inventoryHandler 做的事在同一個交易裡。
 35 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 36 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 37 analyticsHandler 在等：worker 2 的 inventoryHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 38 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。Commit 之後別人才看得到。
 39 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 做到一半時，另一個 worker 已經標記了 e1。這個交易只能放棄。
 40 ROLLBACK：e1 已經有人做過，這個交易什麼都不留，也不該留。
 41 analyticsHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 42 還沒有 e1 的紀錄，因為 worker 1 正做到一半：兩個 worker 都通過檢查，analyticsHandler 會跑兩次。
 43 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 44 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 45 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 46 e1 的標記最後才寫，和 analyticsHandler 做的事在同一個交易裡。
 47 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 48 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 49 recommenderHandler 在等：worker 2 的 analyticsHandler 也在處理同一個 e1，交易還開著，而 SQLite 鎖的是整個資料庫。在 PostgreSQL 裡，兩邊寫的 key 不同，這裡誰也不必等誰。
 50 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。Commit 之後別人才看得到。
 51 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 做到一半時，另一個 worker 已經標記了 e1。這個交易只能放棄。
 52 ROLLBACK：e1 已經有人做過，這個交易什麼都不留，也不該留。
 53 recommenderHandler 沒有 e1 的紀錄：還沒做過，所以執行。
 54 還沒有 e1 的紀錄，因為 worker 1 正做到一半：兩個 worker 都通過檢查，recommenderHandler 會跑兩次。
 55 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 56 worker 2 在等：worker 1 也在處理同一個 e1，交易還開著。PostgreSQL 同樣會等，等在 INSERT 同一個 key 的地方，直到對方 commit 或 rollback。
 57 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 58 e1 的標記最後才寫，和 recommenderHandler 做的事在同一個交易裡。
 59 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 60 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 61 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 62 recommenderHandler 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。
 63 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 做到一半時，另一個 worker 已經標記了 e1。這個交易只能放棄。
 64 ROLLBACK：e1 已經有人做過，這個交易什麼都不留，也不該留。
 65 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
