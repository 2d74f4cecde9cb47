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
 10 BEGIN: what pushHandler writes for e1 becomes real together, or not at all.
 11 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so pushHandler runs. The mark becomes real only together with the work.
 12 The push for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 13 worker 1 is killed before the commit: SQLite rolls the transaction back. The push of pushHandler has left, and nothing remembers it.
 14 The connection of worker 1 is gone and m1 was never acked. The broker requeues e1, and cannot know whether the work was done.
 15 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
 16 BEGIN: what pushHandler writes for e1 becomes real together, or not at all.
 17 ON CONFLICT DO NOTHING changed 1 row: the earlier mark was rolled back, so e1 counts as new and pushHandler runs. Its first effect has happened all the same.
 18 The second push for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
 19 COMMIT: the mark of pushHandler becomes real. The push had left before, outside of this.
 20 worker 2 acks e1 (basic.ack): the broker is done with this message.
 21 worker 1 is back, empty-handed: what it was doing is gone from its memory.
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
 10 BEGIN：pushHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 11 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 pushHandler 執行。標記要跟做的事一起 commit，才算數。
 12 訂單 1001 的推播發出去了，而交易還開著：rollback 能撤回的是資料列，不是推播。
 13 worker 1 在 commit 之前被砍掉，SQLite 把交易 rollback。pushHandler 的推播卻已經發了，而且沒有任何紀錄。
 14 worker 1 的連線斷了，m1 一直沒有 ack。Broker 把 e1 放回佇列，它無從知道事情做完沒有。
 15 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
 16 BEGIN：pushHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 17 ON CONFLICT DO NOTHING 異動 1 列：先前的標記已經 rollback，e1 又成了新的，所以 pushHandler 執行。第一次的 effect 卻收不回來。
 18 同一筆訂單 1001 的第二則推播發出去了：e1 再次投遞，而沒有東西攔住 handler。
 19 COMMIT：pushHandler 的標記成真。推播在這之前就發了，不歸交易管。
 20 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
 21 worker 1 回來了，記憶體全空，不記得原本做到哪裡。
