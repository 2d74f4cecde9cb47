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
  9 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 10 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so emailHandler runs. The mark becomes real only together with the work.
 11 The mail for order 1001 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 12 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 13 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 14 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
 15 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 16 inventoryHandler lowers stock by one for e1. Others see it after the commit.
 17 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
 18 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
 19 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 20 analyticsHandler counts the order of e1. Others see it after the commit.
 21 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
 22 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
 23 ON CONFLICT DO NOTHING changed 1 row: the mark for e1 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 24 recommenderHandler sets "last bought" to the order of e1. Others see it after the commit.
 25 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
 26 worker 1 acks e1 (basic.ack): the broker is done with this message.
 27 The customer clicks buy. The request carries no Idempotency-Key.
 28 In one transaction the producer writes order 1002, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 29 Commit: order 1002, its charge and e2 exist from here on, all together.
 30 201: order 1002 is made, and the client knows it.
 31 relay 1 reads the rows of outbox that are not marked as published: e2.
 32 relay 1 publishes e2 in the envelope m2 (basic.publish) and waits for the broker's confirm.
 33 The broker has m2 and confirms it: from here on, delivering is its business.
 34 The broker hands e2 to worker 2 (basic.deliver): its first delivery, with a delivery tag of its own.
 35 relay 1 marks e2 as published: this row will not be read again.
 36 BEGIN: what emailHandler writes for e2 becomes real together, or not at all.
 37 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so emailHandler runs. The mark becomes real only together with the work.
 38 The mail for order 1002 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 39 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 40 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 41 BEGIN: what inventoryHandler writes for e2 becomes real together, or not at all.
 42 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 43 inventoryHandler lowers stock by one for e2. Others see it after the commit.
 44 COMMIT: the mark and the work of inventoryHandler for e2 become real in one moment.
 45 BEGIN: what analyticsHandler writes for e2 becomes real together, or not at all.
 46 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 47 analyticsHandler counts the order of e2. Others see it after the commit.
 48 COMMIT: the mark and the work of analyticsHandler for e2 become real in one moment.
 49 BEGIN: what recommenderHandler writes for e2 becomes real together, or not at all.
 50 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 51 recommenderHandler sets "last bought" to the order of e2. Others see it after the commit.
 52 COMMIT: the mark and the work of recommenderHandler for e2 become real in one moment.
 53 worker 2 acks e2 (basic.ack): the broker is done with this message.
 54 The customer clicks buy. The request carries no Idempotency-Key.
 55 In one transaction the producer writes order 1003, its charge, and e3 into outbox. Nobody sees any of it before the commit.
 56 Commit: order 1003, its charge and e3 exist from here on, all together.
 57 201: order 1003 is made, and the client knows it.
 58 relay 1 reads the rows of outbox that are not marked as published: e3.
 59 relay 1 publishes e3 in the envelope m3 (basic.publish) and waits for the broker's confirm.
 60 The broker has m3 and confirms it: from here on, delivering is its business.
 61 The broker hands e3 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 62 relay 1 marks e3 as published: this row will not be read again.
 63 BEGIN: what emailHandler writes for e3 becomes real together, or not at all.
 64 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so emailHandler runs. The mark becomes real only together with the work.
 65 The mail for order 1003 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 66 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 67 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 68 BEGIN: what inventoryHandler writes for e3 becomes real together, or not at all.
 69 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 70 inventoryHandler lowers stock by one for e3. Others see it after the commit.
 71 COMMIT: the mark and the work of inventoryHandler for e3 become real in one moment.
 72 BEGIN: what analyticsHandler writes for e3 becomes real together, or not at all.
 73 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 74 analyticsHandler counts the order of e3. Others see it after the commit.
 75 COMMIT: the mark and the work of analyticsHandler for e3 become real in one moment.
 76 BEGIN: what recommenderHandler writes for e3 becomes real together, or not at all.
 77 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 78 recommenderHandler sets "last bought" to the order of e3. Others see it after the commit.
 79 COMMIT: the mark and the work of recommenderHandler for e3 become real in one moment.
 80 worker 1 acks e3 (basic.ack): the broker is done with this message.
 81 1 old row of processed_events is deleted. What comes back from now on will look new.
 82 1 old row of processed_events is deleted. What comes back from now on will look new.
 83 1 old row of processed_events is deleted. What comes back from now on will look new.
 84 1 old row of processed_events is deleted. What comes back from now on will look new.
 85 1 old row of processed_events is deleted. What comes back from now on will look new.
 86 1 old row of processed_events is deleted. What comes back from now on will look new.
 87 1 old row of processed_events is deleted. What comes back from now on will look new.
 88 1 old row of processed_events is deleted. What comes back from now on will look new.
 89 1 old row of processed_events is deleted. What comes back from now on will look new.
 90 1 old row of processed_events is deleted. What comes back from now on will look new.
 91 1 old row of processed_events is deleted. What comes back from now on will look new.
 92 1 old row of processed_events is deleted. What comes back from now on will look new.
 93 The broker restarts, and its newest acks had not been stored: e1, e2, e3 will be handed over again, though the work is done and was acked.
 94 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
 95 The same event again: e2, attempt 2 (redelivered=true), now to worker 1. Work has been done for it already, and the broker never heard of that.
 96 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 97 worker 1 waits: the transaction of worker 2 for e1 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
 98 ON CONFLICT DO NOTHING changed 1 row although emailHandler has done e1 before: that mark was deleted, too old to be kept.
 99 The second mail for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
100 emails_sent gets another row for e1: one more mail, one more row, no constraint in the way.
101 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
102 BEGIN: what emailHandler writes for e2 becomes real together, or not at all.
103 worker 2 waits: the transaction of worker 1 for e2 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
104 ON CONFLICT DO NOTHING changed 1 row although emailHandler has done e2 before: that mark was deleted, too old to be kept.
105 The second mail for the same order 1002 leaves: e2 was delivered again, and nothing stopped the handler.
106 emails_sent gets another row for e2: one more mail, one more row, no constraint in the way.
107 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
108 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
109 worker 1 waits: the transaction of worker 2 for e1 is open, and SQLite locks the whole database. PostgreSQL locks rows and would not wait here, only later at a row that both change.
110 ON CONFLICT DO NOTHING changed 1 row although inventoryHandler has done e1 before: that mark was deleted, too old to be kept.
111 stock goes down again for the same order: quantity - 1 means something else each time it runs. Others see it after the commit.
112 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
113 BEGIN: what inventoryHandler writes for e2 becomes real together, or not at all.
114 worker 2 waits: the transaction of worker 1 for e2 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
115 ON CONFLICT DO NOTHING changed 1 row although inventoryHandler has done e2 before: that mark was deleted, too old to be kept.
116 stock goes down again for the same order: quantity - 1 means something else each time it runs. Others see it after the commit.
117 COMMIT: the mark and the work of inventoryHandler for e2 become real in one moment.
118 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
119 worker 1 waits: the transaction of worker 2 for e1 is open, and SQLite locks the whole database. PostgreSQL locks rows and would not wait here, only later at a row that both change.
120 ON CONFLICT DO NOTHING changed 1 row although analyticsHandler has done e1 before: that mark was deleted, too old to be kept.
121 analyticsHandler counts the same order again: the figure is now too high, and looks like any other. Others see it after the commit.
122 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
123 BEGIN: what analyticsHandler writes for e2 becomes real together, or not at all.
124 worker 2 waits: the transaction of worker 1 for e2 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
125 ON CONFLICT DO NOTHING changed 1 row although analyticsHandler has done e2 before: that mark was deleted, too old to be kept.
126 analyticsHandler counts the same order again: the figure is now too high, and looks like any other. Others see it after the commit.
127 COMMIT: the mark and the work of analyticsHandler for e2 become real in one moment.
128 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
129 worker 1 waits: the transaction of worker 2 for e1 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
130 ON CONFLICT DO NOTHING changed 1 row although recommenderHandler has done e1 before: that mark was deleted, too old to be kept.
131 e1 is older than e3 and overwrites it: setting a value is idempotent, and still wrong out of order. Others see it after the commit.
132 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
133 BEGIN: what recommenderHandler writes for e2 becomes real together, or not at all.
134 worker 2 acks e1 (basic.ack): the broker is done with this message.
135 ON CONFLICT DO NOTHING changed 1 row although recommenderHandler has done e2 before: that mark was deleted, too old to be kept.
136 e2 is older than e3 and overwrites it: setting a value is idempotent, and still wrong out of order. Others see it after the commit.
137 COMMIT: the mark and the work of recommenderHandler for e2 become real in one moment.
138 The same event again: e3, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
139 worker 1 acks e2 (basic.ack): the broker is done with this message.
140 BEGIN: what emailHandler writes for e3 becomes real together, or not at all.
141 ON CONFLICT DO NOTHING changed 1 row although emailHandler has done e3 before: that mark was deleted, too old to be kept.
142 The second mail for the same order 1003 leaves: e3 was delivered again, and nothing stopped the handler.
143 emails_sent gets another row for e3: one more mail, one more row, no constraint in the way.
144 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
145 BEGIN: what inventoryHandler writes for e3 becomes real together, or not at all.
146 ON CONFLICT DO NOTHING changed 1 row although inventoryHandler has done e3 before: that mark was deleted, too old to be kept.
147 stock goes down again for the same order: quantity - 1 means something else each time it runs. Others see it after the commit.
148 COMMIT: the mark and the work of inventoryHandler for e3 become real in one moment.
149 BEGIN: what analyticsHandler writes for e3 becomes real together, or not at all.
150 ON CONFLICT DO NOTHING changed 1 row although analyticsHandler has done e3 before: that mark was deleted, too old to be kept.
151 analyticsHandler counts the same order again: the figure is now too high, and looks like any other. Others see it after the commit.
152 COMMIT: the mark and the work of analyticsHandler for e3 become real in one moment.
153 BEGIN: what recommenderHandler writes for e3 becomes real together, or not at all.
154 ON CONFLICT DO NOTHING changed 1 row although recommenderHandler has done e3 before: that mark was deleted, too old to be kept.
155 recommenderHandler sets the same value again, and nothing is different: this one is idempotent by nature.
156 COMMIT: the mark and the work of recommenderHandler for e3 become real in one moment.
157 worker 2 acks e3 (basic.ack): the broker is done with this message.
158 1 old row of processed_events is deleted. What comes back from now on will look new.
159 1 old row of processed_events is deleted. What comes back from now on will look new.
160 1 old row of processed_events is deleted. What comes back from now on will look new.
161 1 old row of processed_events is deleted. What comes back from now on will look new.
162 1 old row of processed_events is deleted. What comes back from now on will look new.
163 1 old row of processed_events is deleted. What comes back from now on will look new.
164 1 old row of processed_events is deleted. What comes back from now on will look new.
165 1 old row of processed_events is deleted. What comes back from now on will look new.
166 1 old row of processed_events is deleted. What comes back from now on will look new.
167 1 old row of processed_events is deleted. What comes back from now on will look new.
168 1 old row of processed_events is deleted. What comes back from now on will look new.
169 1 old row of processed_events is deleted. What comes back from now on will look new.
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
  9 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 10 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 11 訂單 1001 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 12 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 13 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 14 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 15 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 16 inventoryHandler 替 e1 把 stock 減一。Commit 之後別人才看得到。
 17 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
 18 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 19 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 20 analyticsHandler 把 e1 的訂單計入統計。Commit 之後別人才看得到。
 21 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
 22 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 23 ON CONFLICT DO NOTHING 異動 1 列：e1 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 24 recommenderHandler 把「最近買了什麼」設成 e1 的訂單。Commit 之後別人才看得到。
 25 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
 26 worker 1 ack e1（basic.ack），broker 不會再送這則訊息。
 27 客人按下購買。這個請求沒有帶 Idempotency-Key。
 28 Producer 在一個交易裡寫入訂單 1002、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 29 Commit：訂單 1002、扣款與 e2 從此刻起一起存在。
 30 201：訂單 1002 成立，client 也知道了。
 31 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 32 relay 1 把 e2 裝進訊息 m2 送給 broker（basic.publish），等它 confirm。
 33 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 34 Broker 把 e2 交給 worker 2（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 35 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 36 BEGIN：emailHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 37 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 38 訂單 1002 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 39 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 40 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 41 BEGIN：inventoryHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 42 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 43 inventoryHandler 替 e2 把 stock 減一。Commit 之後別人才看得到。
 44 COMMIT：inventoryHandler 替 e2 做的事和它的標記，在同一刻成真。
 45 BEGIN：analyticsHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 46 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 47 analyticsHandler 把 e2 的訂單計入統計。Commit 之後別人才看得到。
 48 COMMIT：analyticsHandler 替 e2 做的事和它的標記，在同一刻成真。
 49 BEGIN：recommenderHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 50 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 51 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。Commit 之後別人才看得到。
 52 COMMIT：recommenderHandler 替 e2 做的事和它的標記，在同一刻成真。
 53 worker 2 ack e2（basic.ack），broker 不會再送這則訊息。
 54 客人按下購買。這個請求沒有帶 Idempotency-Key。
 55 Producer 在一個交易裡寫入訂單 1003、它的扣款，並把 e3 放進 outbox。Commit 之前誰也看不到。
 56 Commit：訂單 1003、扣款與 e3 從此刻起一起存在。
 57 201：訂單 1003 成立，client 也知道了。
 58 relay 1 讀出 outbox 裡還沒標記為已送出的列：e3。
 59 relay 1 把 e3 裝進訊息 m3 送給 broker（basic.publish），等它 confirm。
 60 Broker 收到 m3 並 confirm：從現在起，投遞是 broker 的事。
 61 Broker 把 e3 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 62 relay 1 把 e3 標記為已送出，這一列不會再被讀到。
 63 BEGIN：emailHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 64 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 65 訂單 1003 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 66 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 67 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 68 BEGIN：inventoryHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 69 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 70 inventoryHandler 替 e3 把 stock 減一。Commit 之後別人才看得到。
 71 COMMIT：inventoryHandler 替 e3 做的事和它的標記，在同一刻成真。
 72 BEGIN：analyticsHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 73 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 74 analyticsHandler 把 e3 的訂單計入統計。Commit 之後別人才看得到。
 75 COMMIT：analyticsHandler 替 e3 做的事和它的標記，在同一刻成真。
 76 BEGIN：recommenderHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 77 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 78 recommenderHandler 把「最近買了什麼」設成 e3 的訂單。Commit 之後別人才看得到。
 79 COMMIT：recommenderHandler 替 e3 做的事和它的標記，在同一刻成真。
 80 worker 1 ack e3（basic.ack），broker 不會再送這則訊息。
 81 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 82 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 83 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 84 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 85 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 86 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 87 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 88 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 89 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 90 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 91 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 92 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 93 Broker 重啟，而最近的 ack 還沒存下來：e1、e2、e3 會再投遞一次，雖然事情做完了、也 ack 過了。
 94 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
 95 同一個 event 又來了：e2 第 2 次投遞（redelivered=true），這次交給 worker 1。先前已經做過事，只是 broker 不知道。
 96 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 97 worker 1 在等：worker 2 處理 e1 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
 98 ON CONFLICT DO NOTHING 異動 1 列，雖然 emailHandler 早就做過 e1：舊的標記過了保留期，已經刪掉。
 99 同一筆訂單 1001 的第二封信寄出去了：e1 再次投遞，而沒有東西攔住 handler。
100 emails_sent 又多一列 e1：多一封信就多一列，沒有任何約束擋著。
101 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
102 BEGIN：emailHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
103 worker 2 在等：worker 1 處理 e2 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
104 ON CONFLICT DO NOTHING 異動 1 列，雖然 emailHandler 早就做過 e2：舊的標記過了保留期，已經刪掉。
105 同一筆訂單 1002 的第二封信寄出去了：e2 再次投遞，而沒有東西攔住 handler。
106 emails_sent 又多一列 e2：多一封信就多一列，沒有任何約束擋著。
107 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
108 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
109 worker 1 在等：worker 2 處理 e1 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等，要到兩邊改同一列時才會等。
110 ON CONFLICT DO NOTHING 異動 1 列，雖然 inventoryHandler 早就做過 e1：舊的標記過了保留期，已經刪掉。
111 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。Commit 之後別人才看得到。
112 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
113 BEGIN：inventoryHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
114 worker 2 在等：worker 1 處理 e2 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
115 ON CONFLICT DO NOTHING 異動 1 列，雖然 inventoryHandler 早就做過 e2：舊的標記過了保留期，已經刪掉。
116 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。Commit 之後別人才看得到。
117 COMMIT：inventoryHandler 替 e2 做的事和它的標記，在同一刻成真。
118 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
119 worker 1 在等：worker 2 處理 e1 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等，要到兩邊改同一列時才會等。
120 ON CONFLICT DO NOTHING 異動 1 列，雖然 analyticsHandler 早就做過 e1：舊的標記過了保留期，已經刪掉。
121 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。Commit 之後別人才看得到。
122 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
123 BEGIN：analyticsHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
124 worker 2 在等：worker 1 處理 e2 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
125 ON CONFLICT DO NOTHING 異動 1 列，雖然 analyticsHandler 早就做過 e2：舊的標記過了保留期，已經刪掉。
126 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。Commit 之後別人才看得到。
127 COMMIT：analyticsHandler 替 e2 做的事和它的標記，在同一刻成真。
128 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
129 worker 1 在等：worker 2 處理 e1 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
130 ON CONFLICT DO NOTHING 異動 1 列，雖然 recommenderHandler 早就做過 e1：舊的標記過了保留期，已經刪掉。
131 e1 比 e3 舊，卻蓋掉了它：設定一個值雖然冪等，順序亂了還是錯。Commit 之後別人才看得到。
132 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
133 BEGIN：recommenderHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
134 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
135 ON CONFLICT DO NOTHING 異動 1 列，雖然 recommenderHandler 早就做過 e2：舊的標記過了保留期，已經刪掉。
136 e2 比 e3 舊，卻蓋掉了它：設定一個值雖然冪等，順序亂了還是錯。Commit 之後別人才看得到。
137 COMMIT：recommenderHandler 替 e2 做的事和它的標記，在同一刻成真。
138 同一個 event 又來了：e3 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
139 worker 1 ack e2（basic.ack），broker 不會再送這則訊息。
140 BEGIN：emailHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
141 ON CONFLICT DO NOTHING 異動 1 列，雖然 emailHandler 早就做過 e3：舊的標記過了保留期，已經刪掉。
142 同一筆訂單 1003 的第二封信寄出去了：e3 再次投遞，而沒有東西攔住 handler。
143 emails_sent 又多一列 e3：多一封信就多一列，沒有任何約束擋著。
144 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
145 BEGIN：inventoryHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
146 ON CONFLICT DO NOTHING 異動 1 列，雖然 inventoryHandler 早就做過 e3：舊的標記過了保留期，已經刪掉。
147 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。Commit 之後別人才看得到。
148 COMMIT：inventoryHandler 替 e3 做的事和它的標記，在同一刻成真。
149 BEGIN：analyticsHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
150 ON CONFLICT DO NOTHING 異動 1 列，雖然 analyticsHandler 早就做過 e3：舊的標記過了保留期，已經刪掉。
151 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。Commit 之後別人才看得到。
152 COMMIT：analyticsHandler 替 e3 做的事和它的標記，在同一刻成真。
153 BEGIN：recommenderHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
154 ON CONFLICT DO NOTHING 異動 1 列，雖然 recommenderHandler 早就做過 e3：舊的標記過了保留期，已經刪掉。
155 recommenderHandler 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。
156 COMMIT：recommenderHandler 替 e3 做的事和它的標記，在同一刻成真。
157 worker 2 ack e3（basic.ack），broker 不會再送這則訊息。
158 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
159 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
160 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
161 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
162 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
163 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
164 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
165 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
166 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
167 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
168 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
169 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
