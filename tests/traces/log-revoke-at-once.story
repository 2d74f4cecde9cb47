[en]
  1 The consumer group begins: generation 1, partition 0 to worker 1, 1 to worker 1. Reading begins at the committed offset.
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
 13 The mail for order 1001 leaves the building. No rollback calls it back.
 14 After the mail, emailHandler writes its row into emails_sent.
 15 inventoryHandler lowers stock by one for e1.
 16 analyticsHandler counts the order of e1.
 17 recommenderHandler sets "last bought" to the order of e1.
 18 worker 1 commits offset 1 of partition 0 (commitSync()): everything up to e1 is done, and will not be read again.
 19 The customer clicks buy. The request carries no Idempotency-Key.
 20 In one transaction the producer writes order 1002, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 21 Commit: order 1002, its charge and e2 exist from here on, all together.
 22 201: order 1002 is made, and the client knows it.
 23 relay 1 reads the rows of outbox that are not marked as published: e2.
 24 relay 1 publishes e2 in the envelope m2 (send()) and waits for the broker's confirm.
 25 The log appends m2 (e2) to partition 1, at offset 0. There it stays, read or not.
 26 The broker has m2 and confirms it (acks=all): from here on, delivering is its business.
 27 worker 1 polls one record of partition 1, from offset 0.
 28 The broker hands e2 to worker 1 (poll()): its first delivery.
 29 relay 1 marks e2 as published: this row will not be read again.
 30 emailHandler takes 10 s. That alone passes no deadline.
 31 worker 2 starts and takes its share.
 32 worker 2 wants to take part: generation 2, partition 0 to worker 1, 1 to worker 2. Reading begins at the committed offset.
 33 worker 2 polls one record of partition 1, from offset 0.
 34 The same event again: e2, attempt 2, now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 35 The mail for order 1002 leaves the building. No rollback calls it back.
 36 After the mail, emailHandler writes its row into emails_sent.
 37 inventoryHandler lowers stock by one for e2.
 38 analyticsHandler counts the order of e2.
 39 recommenderHandler sets "last bought" to the order of e2.
 40 worker 2 commits offset 1 of partition 1 (commitSync()): everything up to e2 is done, and will not be read again.
 41 The second mail for the same order 1002 leaves: e2 was delivered again, and nothing stopped the handler.
 42 emails_sent gets another row for e2: one more mail, one more row, no constraint in the way.
 43 stock goes down again for the same order: quantity - 1 means something else each time it runs.
 44 analyticsHandler counts the same order again: the figure is now too high, and looks like any other.
 45 recommenderHandler sets the same value again, and nothing is different: this one is idempotent by nature.
 46 worker 1 commits offset 1 of partition 1, and is refused (CommitFailedException): the group has a newer generation. The work for e2 is done all the same.
[zh-Hant]
  1 Consumer group 開始運作：第 1 代，partition 0 歸 worker 1、1 歸 worker 1。接手的 worker 從 commit 過的 offset 讀起。
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
 13 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 14 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 15 inventoryHandler 替 e1 把 stock 減一。
 16 analyticsHandler 把 e1 的訂單計入統計。
 17 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 18 worker 1 commit partition 0 的 offset 1（commitSync()）：到 e1 為止都做完了，不會再讀一次。
 19 客人按下購買。這個請求沒有帶 Idempotency-Key。
 20 Producer 在一個交易裡寫入訂單 1002、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 21 Commit：訂單 1002、扣款與 e2 從此刻起一起存在。
 22 201：訂單 1002 成立，client 也知道了。
 23 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 24 relay 1 把 e2 裝進訊息 m2 送給 broker（send()），等它 confirm。
 25 Log 把 m2（e2）接在 partition 1 後面，offset 是 0。不管有沒有人讀，它都留在那裡。
 26 Broker 收到 m2 並 confirm（acks=all）：從現在起，投遞是 broker 的事。
 27 worker 1 從 partition 1 的 offset 0 起讀了 1 筆。
 28 Broker 把 e2 交給 worker 1（poll()），這是它的第一次投遞。
 29 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 30 emailHandler 花了 10 秒。光是這樣，還不會超過任何期限。
 31 worker 2 啟動，開始分擔工作。
 32 worker 2 要加入：第 2 代，partition 0 歸 worker 1、1 歸 worker 2。接手的 worker 從 commit 過的 offset 讀起。
 33 worker 2 從 partition 1 的 offset 0 起讀了 1 筆。
 34 同一個 event 又來了：e2 第 2 次投遞，這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 35 訂單 1002 的信寄出去了，沒有任何 rollback 能把它收回。
 36 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 37 inventoryHandler 替 e2 把 stock 減一。
 38 analyticsHandler 把 e2 的訂單計入統計。
 39 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。
 40 worker 2 commit partition 1 的 offset 1（commitSync()）：到 e2 為止都做完了，不會再讀一次。
 41 同一筆訂單 1002 的第二封信寄出去了：e2 再次投遞，而沒有東西攔住 handler。
 42 emails_sent 又多一列 e2：多一封信就多一列，沒有任何約束擋著。
 43 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。
 44 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。
 45 recommenderHandler 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。
 46 worker 1 要 commit partition 1 的 offset 1，被拒絕（CommitFailedException）：group 已經是新的一代。e2 的事卻已經做了。
