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
 12 worker 1 is back, empty-handed: what it was doing is gone from its memory.
 13 The ack deadline (consumer_timeout) has passed, so the broker takes m1 (e1) back from worker 1. The worker may be dead, slow, or done.
 14 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Nothing has come of it so far: this is what at-least-once delivery is for.
 15 ON CONFLICT DO NOTHING changed 0 rows: e1 is taken, so emailHandler is skipped. But worker 1 died between claim and effect: nobody will do it.
 16 inventoryHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 17 inventoryHandler lowers stock by one for e1.
 18 inventoryHandler settles its claim on e1: from now on it means done.
 19 analyticsHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 20 analyticsHandler counts the order of e1.
 21 analyticsHandler settles its claim on e1: from now on it means done.
 22 recommenderHandler claims e1 in a statement of its own, real at once. From here until the effect, a crash leaves a claim without the work.
 23 recommenderHandler sets "last bought" to the order of e1.
 24 recommenderHandler settles its claim on e1: from now on it means done.
 25 worker 2 acks e1 (basic.ack): the broker is done with this message.
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
 12 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
 13 超過 ack 期限（consumer_timeout），broker 從 worker 1 手上收回 m1（e1）。那個 worker 可能死了、可能只是慢，也可能早就做完。
 14 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前什麼都還沒做成，at-least-once 為的就是這種情況。
 15 ON CONFLICT DO NOTHING 異動 0 列：e1 有人接了，所以 emailHandler 略過。但 worker 1 死在 claim 與 effect 之間，這件事不會有人做。
 16 inventoryHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 17 inventoryHandler 替 e1 把 stock 減一。
 18 inventoryHandler 結清對 e1 的 claim：從現在起它代表做完了。
 19 analyticsHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 20 analyticsHandler 把 e1 的訂單計入統計。
 21 analyticsHandler 結清對 e1 的 claim：從現在起它代表做完了。
 22 recommenderHandler 用單獨一句 SQL 替 e1 寫下 claim，立刻生效。從這裡到 effect 之間若是 crash，留下的就只有 claim，沒有做事。
 23 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 24 recommenderHandler 結清對 e1 的 claim：從現在起它代表做完了。
 25 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
