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
 10 emailHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 11 worker 1 is killed between claim and effect: the record says that emailHandler has taken e1, and nothing has been done.
 12 The connection of worker 1 is gone and m1 was never acked. The broker requeues e1, and cannot know whether the work was done.
 13 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 14 Another worker's claim on e1 is still alive. emailHandler is neither run nor skipped: the message goes back to the broker and comes again later.
 15 inventoryHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 16 inventoryHandler lowers stock by one for e1.
 17 inventoryHandler settles its claim on e1: from now on it means done.
 18 analyticsHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 19 analyticsHandler counts the order of e1.
 20 analyticsHandler settles its claim on e1: from now on it means done.
 21 recommenderHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 22 recommenderHandler sets "last bought" to the order of e1.
 23 recommenderHandler settles its claim on e1: from now on it means done.
 24 worker 2 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 25 worker 1 is back, empty-handed: what it was doing is gone from its memory.
 26 The same event again: e1, attempt 3 (redelivered=true), now to worker 1. The claim that was in the way may be settled or expired by now.
 27 Another worker's claim on e1 is still alive. emailHandler is neither run nor skipped: the message goes back to the broker and comes again later.
 28 ON CONFLICT DO NOTHING changed 0 rows: inventoryHandler has had e1, so it is skipped.
 29 ON CONFLICT DO NOTHING changed 0 rows: analyticsHandler has had e1, so it is skipped.
 30 ON CONFLICT DO NOTHING changed 0 rows: recommenderHandler has had e1, so it is skipped.
 31 worker 1 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 32 The same event again: e1, attempt 4 (redelivered=true), now to worker 2. The claim that was in the way may be settled or expired by now.
 33 Another worker's claim on e1 is still alive. emailHandler is neither run nor skipped: the message goes back to the broker and comes again later.
 34 ON CONFLICT DO NOTHING changed 0 rows: inventoryHandler has had e1, so it is skipped.
 35 ON CONFLICT DO NOTHING changed 0 rows: analyticsHandler has had e1, so it is skipped.
 36 ON CONFLICT DO NOTHING changed 0 rows: recommenderHandler has had e1, so it is skipped.
 37 worker 2 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 38 The same event again: e1, attempt 5 (redelivered=true), now to worker 1. The claim that was in the way may be settled or expired by now.
 39 Another worker's claim on e1 is still alive. emailHandler is neither run nor skipped: the message goes back to the broker and comes again later.
 40 ON CONFLICT DO NOTHING changed 0 rows: inventoryHandler has had e1, so it is skipped.
 41 ON CONFLICT DO NOTHING changed 0 rows: analyticsHandler has had e1, so it is skipped.
 42 ON CONFLICT DO NOTHING changed 0 rows: recommenderHandler has had e1, so it is skipped.
 43 worker 1 nacks e1 (basic.reject requeue=true): another worker's claim is in the way, so the message comes back later.
 44 The same event again: e1, attempt 6 (redelivered=true), now to worker 2. The claim that was in the way may be settled or expired by now.
 45 The claim on e1 has expired, so worker 2 takes it over with a token of its own: what a crash left undone is done now.
 46 The mail for order 1001 leaves the building. No rollback calls it back.
 47 After the mail, emailHandler writes its row into emails_sent.
 48 emailHandler settles its claim on e1: from now on it means done.
 49 ON CONFLICT DO NOTHING changed 0 rows: inventoryHandler has had e1, so it is skipped.
 50 ON CONFLICT DO NOTHING changed 0 rows: analyticsHandler has had e1, so it is skipped.
 51 ON CONFLICT DO NOTHING changed 0 rows: recommenderHandler has had e1, so it is skipped.
 52 worker 2 acks e1 (basic.ack): the broker is done with this message.
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
 10 emailHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 11 worker 1 在 claim 與 effect 之間被砍掉：紀錄說 emailHandler 接下了 e1，實際上什麼都沒做。
 12 worker 1 的連線斷了，m1 一直沒有 ack。Broker 把 e1 放回佇列，它無從知道事情做完沒有。
 13 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 14 另一個 worker 對 e1 的 claim 還有效。emailHandler 不執行也不略過，訊息退回 broker，晚點再來。
 15 inventoryHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 16 inventoryHandler 替 e1 把 stock 減一。
 17 inventoryHandler 結清對 e1 的 claim：從現在起它代表做完了。
 18 analyticsHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 19 analyticsHandler 把 e1 的訂單計入統計。
 20 analyticsHandler 結清對 e1 的 claim：從現在起它代表做完了。
 21 recommenderHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 22 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 23 recommenderHandler 結清對 e1 的 claim：從現在起它代表做完了。
 24 worker 2 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 25 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
 26 同一個 event 又來了：e1 第 3 次投遞（redelivered=true），這次交給 worker 1。先前擋路的 claim，現在可能已經結清或過期。
 27 另一個 worker 對 e1 的 claim 還有效。emailHandler 不執行也不略過，訊息退回 broker，晚點再來。
 28 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 已經接過 e1，所以略過。
 29 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 已經接過 e1，所以略過。
 30 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 已經接過 e1，所以略過。
 31 worker 1 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 32 同一個 event 又來了：e1 第 4 次投遞（redelivered=true），這次交給 worker 2。先前擋路的 claim，現在可能已經結清或過期。
 33 另一個 worker 對 e1 的 claim 還有效。emailHandler 不執行也不略過，訊息退回 broker，晚點再來。
 34 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 已經接過 e1，所以略過。
 35 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 已經接過 e1，所以略過。
 36 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 已經接過 e1，所以略過。
 37 worker 2 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 38 同一個 event 又來了：e1 第 5 次投遞（redelivered=true），這次交給 worker 1。先前擋路的 claim，現在可能已經結清或過期。
 39 另一個 worker 對 e1 的 claim 還有效。emailHandler 不執行也不略過，訊息退回 broker，晚點再來。
 40 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 已經接過 e1，所以略過。
 41 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 已經接過 e1，所以略過。
 42 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 已經接過 e1，所以略過。
 43 worker 1 nack e1（basic.reject requeue=true）：另一個 worker 的 claim 還擋著，訊息晚點再來。
 44 同一個 event 又來了：e1 第 6 次投遞（redelivered=true），這次交給 worker 2。先前擋路的 claim，現在可能已經結清或過期。
 45 對 e1 的 claim 已經過期，worker 2 換上自己的 token 接手：crash 留下沒做完的事，現在補做。
 46 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 47 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 48 emailHandler 結清對 e1 的 claim：從現在起它代表做完了。
 49 ON CONFLICT DO NOTHING 異動 0 列：inventoryHandler 已經接過 e1，所以略過。
 50 ON CONFLICT DO NOTHING 異動 0 列：analyticsHandler 已經接過 e1，所以略過。
 51 ON CONFLICT DO NOTHING 異動 0 列：recommenderHandler 已經接過 e1，所以略過。
 52 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
