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
 10 emailHandler throws before its effect: in this delivery nothing of its work is done.
 11 inventoryHandler lowers stock by one for e1.
 12 analyticsHandler counts the order of e1.
 13 recommenderHandler sets "last bought" to the order of e1.
 14 worker 1 nacks e1 (basic.reject requeue=true): one handler failed, and the whole message comes back, for the handlers that succeeded too.
 15 After its one delivery (delivery-limit) m1 (e1) is set aside in the dead-letter queue. Some of its work is done, some is not; an operator can still bring it back.
 16 An operator sends the dead letters once more under their old message ids, and deletes them: e1.
 17 The operator publishes e1 once more, in a new envelope m2: the event id stays the same.
 18 The broker has seen the id of e1 within its dedup window: m2 is confirmed and swallowed. The window runs from the first copy, whatever became of that.
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
 10 emailHandler 在 effect 之前拋例外：這次投遞裡，它什麼都沒做成。
 11 inventoryHandler 替 e1 把 stock 減一。
 12 analyticsHandler 把 e1 的訂單計入統計。
 13 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 14 worker 1 nack e1（basic.reject requeue=true）：一個 handler 失敗，整則訊息都要再來一次，已經成功的 handler 也一樣。
 15 投遞 1 次之後（delivery-limit），m1（e1）進了死信佇列。事情做了一部分，其餘要等維運人員撈回來。
 16 維運人員用原本的 message id 把死信重送一次，然後刪掉：e1。
 17 維運人員把 e1 再 publish 一次，裝進新的訊息 m2，event id 不變。
 18 在去重視窗內，broker 看過 e1 的 id：m2 照樣 confirm，然後吞掉。時間從第一份算起，第一份後來怎樣，broker 不管。
