[en]
  1 The customer clicks buy. The request carries no Idempotency-Key.
  2 In one transaction the producer writes order 1001, its charge, and e1 into outbox. Nobody sees any of it before the commit.
  3 Commit: order 1001, its charge and e1 exist from here on, all together.
  4 201: order 1001 is made, and the client knows it.
  5 relay 1 reads the rows of outbox that are not marked as published: e1.
  6 relay 1 publishes e1 in the envelope m1 (basic.publish) and waits for the broker's confirm.
  7 The broker has m1 and confirms it: from here on, delivering is its business.
  8 The broker hands e1 to worker 1 (no-ack) and forgets it at once. It never arrives, and nobody has it any more.
  9 relay 1 marks e1 as published: this row will not be read again.
[zh-Hant]
  1 客人按下購買。這個請求沒有帶 Idempotency-Key。
  2 Producer 在一個交易裡寫入訂單 1001、它的扣款，並把 e1 放進 outbox。Commit 之前誰也看不到。
  3 Commit：訂單 1001、扣款與 e1 從此刻起一起存在。
  4 201：訂單 1001 成立，client 也知道了。
  5 relay 1 讀出 outbox 裡還沒標記為已送出的列：e1。
  6 relay 1 把 e1 裝進訊息 m1 送給 broker（basic.publish），等它 confirm。
  7 Broker 收到 m1 並 confirm：從現在起，投遞是 broker 的事。
  8 Broker 把 e1 交給 worker 1（no-ack），當下就忘掉它。它卻沒有送到，從此誰手上都沒有。
  9 relay 1 把 e1 標記為已送出，這一列不會再被讀到。
