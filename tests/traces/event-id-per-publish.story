[en]
  1 The customer clicks buy. The request carries no Idempotency-Key.
  2 In one transaction the producer writes order 1001, its charge, and e1 into outbox. Nobody sees any of it before the commit.
  3 Commit: order 1001, its charge and e1 exist from here on, all together.
  4 201: order 1001 is made, and the client knows it.
  5 relay 1 reads the rows of outbox that are not marked as published: e1.
  6 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 relay 1 is killed after publishing e1 and before marking the row: the broker has it, and outbox still calls it unpublished.
  9 The broker hands e1 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 10 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 11 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so emailHandler runs. The mark becomes real only together with the work.
 12 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 13 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 14 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
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
 27 worker 1 acks e1 (basic.ack): the broker is done with this message.
 28 relay 1 is back and begins with whatever outbox calls unpublished.
 29 relay 1 finds e1 not marked as published, though e1 went out before: without a mark it is sent again.
 30 e1 is published again as m2, under an id that was drawn for this publish: e2. To everybody downstream it is another event.
 31 The broker has m2 and confirms it: from here on, delivering is its business.
 32 The broker hands e2 to worker 2 (basic.deliver): its first delivery, with a delivery tag of its own.
 33 relay 1 marks e1 as published: this row will not be read again.
 34 BEGIN: what emailHandler writes for e2 becomes real together, or not at all.
 35 1 row changed: e2 is an event with an id of its own, so its mark is new and emailHandler runs. That the purchase is the same, layer 2 cannot know.
 36 The mail for order 1001 leaves, the second one for a single purchase: the pipeline sees two different events.
 37 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 38 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 39 BEGIN: what inventoryHandler writes for e2 becomes real together, or not at all.
 40 1 row changed: e2 is an event with an id of its own, so its mark is new and inventoryHandler runs. That the purchase is the same, layer 2 cannot know.
 41 stock goes down by one for e2, a second time for one purchase. Others see it after the commit.
 42 COMMIT: the mark and the work of inventoryHandler for e2 become real in one moment.
 43 BEGIN: what analyticsHandler writes for e2 becomes real together, or not at all.
 44 1 row changed: e2 is an event with an id of its own, so its mark is new and analyticsHandler runs. That the purchase is the same, layer 2 cannot know.
 45 analyticsHandler counts e2 as well: two orders, though one purchase was wanted. Others see it after the commit.
 46 COMMIT: the mark and the work of analyticsHandler for e2 become real in one moment.
 47 BEGIN: what recommenderHandler writes for e2 becomes real together, or not at all.
 48 1 row changed: e2 is an event with an id of its own, so its mark is new and recommenderHandler runs. That the purchase is the same, layer 2 cannot know.
 49 recommenderHandler sets "last bought" to the order of e2. Others see it after the commit.
 50 COMMIT: the mark and the work of recommenderHandler for e2 become real in one moment.
 51 worker 2 acks e2 (basic.ack): the broker is done with this message.
[zh-Hant]
  1 客人按下購買。這個請求沒有帶 Idempotency-Key。
  2 Producer 在一個交易裡寫入訂單 1001、它的扣款，並把 e1 放進 outbox。Commit 之前誰也看不到。
  3 Commit：訂單 1001、扣款與 e1 從此刻起一起存在。
  4 201：訂單 1001 成立，client 也知道了。
  5 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 relay 1 在送出 e1 之後、標記之前被砍掉：broker 已經有了，outbox 卻還說沒送。
  9 Broker 把 e1 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 10 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 11 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 12 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 13 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 14 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
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
 27 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 28 relay 1 回來了，outbox 說還沒送的，它就從那裡開始。
 29 relay 1 看到 e1 還沒標記，其實 e1 先前已經送過：少了標記，就會再送一次。
 30 e1 又送了一次，裝在 m2 裡，id 卻是這次 publish 才產生的：e2。對下游來說，這是另一個 event。
 31 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 32 Broker 把 e2 交給 worker 2（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 33 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
 34 BEGIN：emailHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 35 異動 1 列：e2 有自己的 id，標記是新的，所以 emailHandler 執行。兩個 event 屬於同一次購買，第 2 層無從知道。
 36 訂單 1001 的信寄出去了，是同一次購買的第二封：在 pipeline 看來，這是兩個不同的 event。
 37 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 38 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 39 BEGIN：inventoryHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 40 異動 1 列：e2 有自己的 id，標記是新的，所以 inventoryHandler 執行。兩個 event 屬於同一次購買，第 2 層無從知道。
 41 e2 讓 stock 再少一個，同一次購買扣了兩次。Commit 之後別人才看得到。
 42 COMMIT：inventoryHandler 替 e2 做的事和它的標記，在同一刻成真。
 43 BEGIN：analyticsHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 44 異動 1 列：e2 有自己的 id，標記是新的，所以 analyticsHandler 執行。兩個 event 屬於同一次購買，第 2 層無從知道。
 45 analyticsHandler 把 e2 也算進去：統計成了兩筆訂單，客人卻只想買一次。Commit 之後別人才看得到。
 46 COMMIT：analyticsHandler 替 e2 做的事和它的標記，在同一刻成真。
 47 BEGIN：recommenderHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 48 異動 1 列：e2 有自己的 id，標記是新的，所以 recommenderHandler 執行。兩個 event 屬於同一次購買，第 2 層無從知道。
 49 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。Commit 之後別人才看得到。
 50 COMMIT：recommenderHandler 替 e2 做的事和它的標記，在同一刻成真。
 51 worker 2 ack e2（basic.ack），broker 不會再送這則訊息。
