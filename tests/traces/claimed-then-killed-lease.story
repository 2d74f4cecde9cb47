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
  9 emailHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 10 worker 1 is killed between claim and effect: the record says that emailHandler has taken e1, and nothing has been done.
 11 The connection of worker 1 is gone and m1 was never acked. The broker requeues e1, and cannot know whether the work was done.
 12 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 13 Another worker's claim on e1 is still alive. emailHandler is neither run nor skipped: the message goes back to the broker and comes again later.
 14 inventoryHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 15 inventoryHandler lowers stock by one for e1.
 16 inventoryHandler settles its claim on e1: from now on it means done.
 17 analyticsHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 18 analyticsHandler counts the order of e1.
 19 analyticsHandler settles its claim on e1: from now on it means done.
 20 recommenderHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 21 recommenderHandler sets "last bought" to the order of e1.
 22 recommenderHandler settles its claim on e1: from now on it means done.
 23 worker 2 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 24 worker 1 is back, empty-handed: what it was doing is gone from its memory.
 25 The same event again: e1, attempt 3 (redelivered=true), now to worker 1. The claim that was in the way may be settled or expired by now.
 26 Another worker's claim on e1 is still alive. emailHandler is neither run nor skipped: the message goes back to the broker and comes again later.
 27 ON CONFLICT DO NOTHING changed 0 rows: inventoryHandler has had e1, so it is skipped.
 28 ON CONFLICT DO NOTHING changed 0 rows: analyticsHandler has had e1, so it is skipped.
 29 ON CONFLICT DO NOTHING changed 0 rows: recommenderHandler has had e1, so it is skipped.
 30 worker 1 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 31 The same event again: e1, attempt 4 (redelivered=true), now to worker 2. The claim that was in the way may be settled or expired by now.
 32 Another worker's claim on e1 is still alive. emailHandler is neither run nor skipped: the message goes back to the broker and comes again later.
 33 ON CONFLICT DO NOTHING changed 0 rows: inventoryHandler has had e1, so it is skipped.
 34 ON CONFLICT DO NOTHING changed 0 rows: analyticsHandler has had e1, so it is skipped.
 35 ON CONFLICT DO NOTHING changed 0 rows: recommenderHandler has had e1, so it is skipped.
 36 worker 2 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 37 The same event again: e1, attempt 5 (redelivered=true), now to worker 1. The claim that was in the way may be settled or expired by now.
 38 Another worker's claim on e1 is still alive. emailHandler is neither run nor skipped: the message goes back to the broker and comes again later.
 39 ON CONFLICT DO NOTHING changed 0 rows: inventoryHandler has had e1, so it is skipped.
 40 ON CONFLICT DO NOTHING changed 0 rows: analyticsHandler has had e1, so it is skipped.
 41 ON CONFLICT DO NOTHING changed 0 rows: recommenderHandler has had e1, so it is skipped.
 42 worker 1 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 43 The same event again: e1, attempt 6 (redelivered=true), now to worker 2. The claim that was in the way may be settled or expired by now.
 44 The claim on e1 has expired, so worker 2 takes it over with a token of its own: what a crash left undone is done now.
 45 The mail for order 1001 leaves the building. No rollback calls it back.
 46 After the mail, emailHandler writes its row into emails_sent.
 47 emailHandler settles its claim on e1: from now on it means done.
 48 ON CONFLICT DO NOTHING changed 0 rows: inventoryHandler has had e1, so it is skipped.
 49 ON CONFLICT DO NOTHING changed 0 rows: analyticsHandler has had e1, so it is skipped.
 50 ON CONFLICT DO NOTHING changed 0 rows: recommenderHandler has had e1, so it is skipped.
 51 worker 2 acks e1 (basic.ack): the broker is done with this message.
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
  9 emailHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 10 worker 1 在 claim 與 effect 之間被砍掉：紀錄說 emailHandler 接下了 e1，實際上什麼都沒做。
 11 worker 1 的連線斷了，m1 一直沒有 ack。Broker 把 e1 放回佇列，它無從知道事情做完沒有。
 12 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 13 另一個 worker 對 e1 的 claim 還有效。emailHandler 不執行也不略過，訊息退回 broker，晚點再來。
 14 inventoryHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 15 inventoryHandler 替 e1 把 stock 減一。
 16 inventoryHandler 結清對 e1 的 claim：從現在起它代表做完了。
 17 analyticsHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 18 analyticsHandler 把 e1 的訂單計入統計。
 19 analyticsHandler 結清對 e1 的 claim：從現在起它代表做完了。
 20 recommenderHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 21 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 22 recommenderHandler 結清對 e1 的 claim：從現在起它代表做完了。
 23 worker 2 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 24 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
 25 同一個 event 又來了：e1 第 3 次投遞（redelivered=true），這次交給 worker 1。先前擋路的 claim，現在可能已經結清或過期。
 26 另一個 worker 對 e1 的 claim 還有效。emailHandler 不執行也不略過，訊息退回 broker，晚點再來。
 27 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 已經接過 e1，所以略過。
 28 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 已經接過 e1，所以略過。
 29 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 已經接過 e1，所以略過。
 30 worker 1 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 31 同一個 event 又來了：e1 第 4 次投遞（redelivered=true），這次交給 worker 2。先前擋路的 claim，現在可能已經結清或過期。
 32 另一個 worker 對 e1 的 claim 還有效。emailHandler 不執行也不略過，訊息退回 broker，晚點再來。
 33 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 已經接過 e1，所以略過。
 34 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 已經接過 e1，所以略過。
 35 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 已經接過 e1，所以略過。
 36 worker 2 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 37 同一個 event 又來了：e1 第 5 次投遞（redelivered=true），這次交給 worker 1。先前擋路的 claim，現在可能已經結清或過期。
 38 另一個 worker 對 e1 的 claim 還有效。emailHandler 不執行也不略過，訊息退回 broker，晚點再來。
 39 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 已經接過 e1，所以略過。
 40 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 已經接過 e1，所以略過。
 41 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 已經接過 e1，所以略過。
 42 worker 1 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 43 同一個 event 又來了：e1 第 6 次投遞（redelivered=true），這次交給 worker 2。先前擋路的 claim，現在可能已經結清或過期。
 44 對 e1 的 claim 已經過期，worker 2 換上自己的 token 接手：crash 留下沒做完的事，現在補做。
 45 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 46 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 47 emailHandler 結清對 e1 的 claim：從現在起它代表做完了。
 48 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 已經接過 e1，所以略過。
 49 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 已經接過 e1，所以略過。
 50 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 已經接過 e1，所以略過。
 51 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
