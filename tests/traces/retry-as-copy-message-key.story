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
 12 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 13 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 14 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 15 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 16 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 17 inventoryHandler throws before its effect: in this delivery nothing of its work is done.
 18 ROLLBACK: neither mark nor row of inventoryHandler remains, so the next delivery starts clean.
 19 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 20 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 21 analyticsHandler counts the order of e1. Others see it after the commit.
 22 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 23 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 24 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 25 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 26 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 27 worker 1 publishes e1 anew for another try, as m2, and then acks the old envelope. The event id stays, the message id does not.
 28 worker 1 acks e1 (basic.ack): the broker is done with this message.
 29 e1 again, in another envelope: m2 is a new message for the broker, and the same event for worker 2.
 30 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 31 ON CONFLICT DO NOTHING changed 1 row although emailHandler has done e1 before: the key is the message id, and the envelope is new.
 32 The second mail for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
 33 emails_sent gets another row for e1: one more mail, one more row, no constraint in the way.
 34 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 35 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 36 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 37 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 38 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 39 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 40 ON CONFLICT DO NOTHING changed 1 row although analyticsHandler has done e1 before: the key is the message id, and the envelope is new.
 41 analyticsHandler counts the same order again: the figure is now too high, and looks like any other. Others see it after the commit.
 42 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 43 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 44 ON CONFLICT DO NOTHING changed 1 row although recommenderHandler has done e1 before: the key is the message id, and the envelope is new.
 45 recommenderHandler sets the same value again, and nothing is different: this one is idempotent by nature.
 46 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 47 worker 2 acks e1 (basic.ack): the broker is done with this message.
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
 12 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 13 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 14 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 15 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 16 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 17 inventoryHandler 在 effect 之前拋例外：這次投遞裡，它什麼都沒做成。
 18 ROLLBACK：inventoryHandler 的標記和資料列都不留，下一次投遞可以乾淨地重來。
 19 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 20 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 21 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 22 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 23 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 24 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 25 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 26 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 27 worker 1 把 e1 另外裝進 m2 送出去再試一次，然後 ack 舊的那則。Event id 不變，message id 換了新的。
 28 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 29 e1 又來了，換了一個信封：對 broker 是新訊息 m2，對 worker 2 是同一個 event。
 30 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 31 ON CONFLICT DO NOTHING 異動 1 列，雖然 emailHandler 早就做過 e1：key 是 message id，而信封是新的。
 32 同一筆訂單 1001 的第二封信寄出去了：e1 再次投遞，而沒有東西攔住 handler。
 33 emails_sent 又多一列 e1：多一封信就多一列，沒有任何約束擋著。
 34 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 35 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 36 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 37 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 38 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 39 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 40 ON CONFLICT DO NOTHING 異動 1 列，雖然 analyticsHandler 早就做過 e1：key 是 message id，而信封是新的。
 41 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。Commit 之後別人才看得到。
 42 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 43 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 44 ON CONFLICT DO NOTHING 異動 1 列，雖然 recommenderHandler 早就做過 e1：key 是 message id，而信封是新的。
 45 recommenderHandler 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。
 46 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 47 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
