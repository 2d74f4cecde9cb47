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
 10 The mail for order 1001 leaves the building. No rollback calls it back.
 11 After the mail, emailHandler writes its row into emails_sent.
 12 inventoryHandler lowers stock by one for e1.
 13 analyticsHandler counts the order of e1.
 14 recommenderHandler sets "last bought" to the order of e1.
 15 worker 1 is killed after all its handlers are done and before its ack: the broker cannot tell this from a worker that did nothing.
 16 The connection of worker 1 is gone and m1 was never acked. The broker requeues e1, and cannot know whether the work was done.
 17 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
 18 The second mail for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
 19 emails_sent gets another row for e1: one more mail, one more row, no constraint in the way.
 20 stock goes down again for the same order: quantity - 1 means something else each time it runs.
 21 analyticsHandler counts the same order again: the figure is now too high, and looks like any other.
 22 recommenderHandler sets the same value again, and nothing is different: this one is idempotent by nature.
 23 worker 2 acks e1 (basic.ack): the broker is done with this message.
 24 worker 1 is back, empty-handed: what it was doing is gone from its memory.
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
 10 訂單 1001 的信寄出去了，沒有任何 rollback 能把它收回。
 11 信寄出之後，emailHandler 在 emails_sent 寫下一列。
 12 inventoryHandler 替 e1 把 stock 減一。
 13 analyticsHandler 把 e1 的訂單計入統計。
 14 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。
 15 worker 1 的 handler 全部做完，在 ack 之前被砍掉：broker 分不出這跟什麼都沒做的 worker 有什麼不同。
 16 worker 1 的連線斷了，m1 一直沒有 ack。Broker 把 e1 放回佇列，它無從知道事情做完沒有。
 17 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
 18 同一筆訂單 1001 的第二封信寄出去了：e1 再次投遞，而沒有東西攔住 handler。
 19 emails_sent 又多一列 e1：多一封信就多一列，沒有任何約束擋著。
 20 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。
 21 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。
 22 recommenderHandler 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。
 23 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
 24 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
