[en]
  1 The consumer group begins: generation 1, partition 0 to worker 1. Reading begins at the committed offset.
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
 15 inventoryHandler takes 5 s. That alone passes no deadline.
 16 The timer (enable.auto.commit) commits offset 1 of partition 0 while worker 1 is still at e1: to the group it counts as done.
 17 inventoryHandler lowers stock by one for e1.
 18 worker 1 is killed in the middle of e1, which counts as done for the broker. Nobody will bring it again: what is not done by now is lost.
 19 worker 1 is back, empty-handed: what it was doing is gone from its memory.
 20 Nobody has heard of worker 1 within the session timeout (session.timeout.ms): generation 2, partition 0 to worker 1. Reading begins at the committed offset.
[zh-Hant]
  1 Consumer group 開始運作：第 1 代，partition 0 歸 worker 1。接手的 worker 從 commit 過的 offset 讀起。
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
 15 inventoryHandler 花了 5 秒。光是這樣，還不會超過任何期限。
 16 定時器（enable.auto.commit）commit 了 partition 0 的 offset 1，而 worker 1 還在做 e1：對 group 來說，這已經算做完。
 17 inventoryHandler 替 e1 把 stock 減一。
 18 worker 1 做 e1 做到一半被砍掉，而 broker 早就當它做完。不會有人再送來：到現在還沒做的，就此遺失。
 19 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
 20 worker 1 太久沒有動靜，session 逾時（session.timeout.ms）：第 2 代，partition 0 歸 worker 1。接手的 worker 從 commit 過的 offset 讀起。
