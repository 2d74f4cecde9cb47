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
 28 The customer clicks buy. The request carries no Idempotency-Key.
 29 In one transaction the producer writes order 1002, its charge, and e2 into outbox. Nobody sees any of it before the commit.
 30 Commit: order 1002, its charge and e2 exist from here on, all together.
 31 201: order 1002 is made, and the client knows it.
 32 relay 1 reads the rows of outbox that are not marked as published: e2.
 33 relay 1 publishes e2 in the envelope m2 (basic.publish) and waits for the broker's confirm.
 34 The broker has m2 and confirms it: from here on, delivering is its business.
 35 The broker hands e2 to worker 2 (basic.deliver): its first delivery, with a delivery tag of its own.
 36 relay 1 marks e2 as published: this row will not be read again.
 37 BEGIN: what emailHandler writes for e2 becomes real together, or not at all.
 38 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so emailHandler runs. The mark becomes real only together with the work.
 39 The mail for order 1002 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 40 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 41 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 42 BEGIN: what inventoryHandler writes for e2 becomes real together, or not at all.
 43 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 44 inventoryHandler lowers stock by one for e2. Others see it after the commit.
 45 COMMIT: the mark and the work of inventoryHandler for e2 become real in one moment.
 46 BEGIN: what analyticsHandler writes for e2 becomes real together, or not at all.
 47 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 48 analyticsHandler counts the order of e2. Others see it after the commit.
 49 COMMIT: the mark and the work of analyticsHandler for e2 become real in one moment.
 50 BEGIN: what recommenderHandler writes for e2 becomes real together, or not at all.
 51 ON CONFLICT DO NOTHING changed 1 row: the mark for e2 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 52 recommenderHandler sets "last bought" to the order of e2. Others see it after the commit.
 53 COMMIT: the mark and the work of recommenderHandler for e2 become real in one moment.
 54 worker 2 acks e2 (basic.ack): the broker is done with this message.
 55 The customer clicks buy. The request carries no Idempotency-Key.
 56 In one transaction the producer writes order 1003, its charge, and e3 into outbox. Nobody sees any of it before the commit.
 57 Commit: order 1003, its charge and e3 exist from here on, all together.
 58 201: order 1003 is made, and the client knows it.
 59 relay 1 reads the rows of outbox that are not marked as published: e3.
 60 relay 1 publishes e3 in the envelope m3 (basic.publish) and waits for the broker's confirm.
 61 The broker has m3 and confirms it: from here on, delivering is its business.
 62 The broker hands e3 to worker 1 (basic.deliver): its first delivery, with a delivery tag of its own.
 63 relay 1 marks e3 as published: this row will not be read again.
 64 BEGIN: what emailHandler writes for e3 becomes real together, or not at all.
 65 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so emailHandler runs. The mark becomes real only together with the work.
 66 The mail for order 1003 leaves the building while the transaction is still open: a rollback would undo rows, never this.
 67 After the mail, emailHandler writes its row into emails_sent. Others see it after the commit.
 68 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
 69 BEGIN: what inventoryHandler writes for e3 becomes real together, or not at all.
 70 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so inventoryHandler runs. The mark becomes real only together with the work.
 71 inventoryHandler lowers stock by one for e3. Others see it after the commit.
 72 COMMIT: the mark and the work of inventoryHandler for e3 become real in one moment.
 73 BEGIN: what analyticsHandler writes for e3 becomes real together, or not at all.
 74 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so analyticsHandler runs. The mark becomes real only together with the work.
 75 analyticsHandler counts the order of e3. Others see it after the commit.
 76 COMMIT: the mark and the work of analyticsHandler for e3 become real in one moment.
 77 BEGIN: what recommenderHandler writes for e3 becomes real together, or not at all.
 78 ON CONFLICT DO NOTHING changed 1 row: the mark for e3 is new, so recommenderHandler runs. The mark becomes real only together with the work.
 79 recommenderHandler sets "last bought" to the order of e3. Others see it after the commit.
 80 COMMIT: the mark and the work of recommenderHandler for e3 become real in one moment.
 81 worker 1 acks e3 (basic.ack): the broker is done with this message.
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
 93 1 old row of processed_events is deleted. What comes back from now on will look new.
 94 The broker restarts, and its newest acks had not been stored: e1, e2, e3 will be handed over again, though the work is done and was acked.
 95 The same event again: e1, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
 96 The same event again: e2, attempt 2 (redelivered=true), now to worker 1. Work has been done for it already, and the broker never heard of that.
 97 BEGIN: what emailHandler writes for e1 becomes real together, or not at all.
 98 worker 1 waits: the transaction of worker 2 for e1 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
 99 ON CONFLICT DO NOTHING changed 1 row although emailHandler has done e1 before: that mark was deleted, too old to be kept.
100 The second mail for the same order 1001 leaves: e1 was delivered again, and nothing stopped the handler.
101 emails_sent gets another row for e1: one more mail, one more row, no constraint in the way.
102 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
103 BEGIN: what emailHandler writes for e2 becomes real together, or not at all.
104 worker 2 waits: the transaction of worker 1 for e2 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
105 ON CONFLICT DO NOTHING changed 1 row although emailHandler has done e2 before: that mark was deleted, too old to be kept.
106 The second mail for the same order 1002 leaves: e2 was delivered again, and nothing stopped the handler.
107 emails_sent gets another row for e2: one more mail, one more row, no constraint in the way.
108 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
109 BEGIN: what inventoryHandler writes for e1 becomes real together, or not at all.
110 worker 1 waits: the transaction of worker 2 for e1 is open, and SQLite locks the whole database. PostgreSQL locks rows and would not wait here, only later at a row that both change.
111 ON CONFLICT DO NOTHING changed 1 row although inventoryHandler has done e1 before: that mark was deleted, too old to be kept.
112 stock goes down again for the same order: quantity - 1 means something else each time it runs. Others see it after the commit.
113 COMMIT: the mark and the work of inventoryHandler for e1 become real in one moment.
114 BEGIN: what inventoryHandler writes for e2 becomes real together, or not at all.
115 worker 2 waits: the transaction of worker 1 for e2 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
116 ON CONFLICT DO NOTHING changed 1 row although inventoryHandler has done e2 before: that mark was deleted, too old to be kept.
117 stock goes down again for the same order: quantity - 1 means something else each time it runs. Others see it after the commit.
118 COMMIT: the mark and the work of inventoryHandler for e2 become real in one moment.
119 BEGIN: what analyticsHandler writes for e1 becomes real together, or not at all.
120 worker 1 waits: the transaction of worker 2 for e1 is open, and SQLite locks the whole database. PostgreSQL locks rows and would not wait here, only later at a row that both change.
121 ON CONFLICT DO NOTHING changed 1 row although analyticsHandler has done e1 before: that mark was deleted, too old to be kept.
122 analyticsHandler counts the same order again: the figure is now too high, and looks like any other. Others see it after the commit.
123 COMMIT: the mark and the work of analyticsHandler for e1 become real in one moment.
124 BEGIN: what analyticsHandler writes for e2 becomes real together, or not at all.
125 worker 2 waits: the transaction of worker 1 for e2 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
126 ON CONFLICT DO NOTHING changed 1 row although analyticsHandler has done e2 before: that mark was deleted, too old to be kept.
127 analyticsHandler counts the same order again: the figure is now too high, and looks like any other. Others see it after the commit.
128 COMMIT: the mark and the work of analyticsHandler for e2 become real in one moment.
129 BEGIN: what recommenderHandler writes for e1 becomes real together, or not at all.
130 worker 1 waits: the transaction of worker 2 for e1 is open, and SQLite locks the whole database. PostgreSQL, which locks rows, would not wait here.
131 ON CONFLICT DO NOTHING changed 1 row although recommenderHandler has done e1 before: that mark was deleted, too old to be kept.
132 e1 is older than e3 and overwrites it: setting a value is idempotent, and still wrong out of order. Others see it after the commit.
133 COMMIT: the mark and the work of recommenderHandler for e1 become real in one moment.
134 BEGIN: what recommenderHandler writes for e2 becomes real together, or not at all.
135 worker 2 acks e1 (basic.ack): the broker is done with this message.
136 ON CONFLICT DO NOTHING changed 1 row although recommenderHandler has done e2 before: that mark was deleted, too old to be kept.
137 e2 is older than e3 and overwrites it: setting a value is idempotent, and still wrong out of order. Others see it after the commit.
138 COMMIT: the mark and the work of recommenderHandler for e2 become real in one moment.
139 The same event again: e3, attempt 2 (redelivered=true), now to worker 2. Work has been done for it already, and the broker never heard of that.
140 worker 1 acks e2 (basic.ack): the broker is done with this message.
141 BEGIN: what emailHandler writes for e3 becomes real together, or not at all.
142 ON CONFLICT DO NOTHING changed 1 row although emailHandler has done e3 before: that mark was deleted, too old to be kept.
143 The second mail for the same order 1003 leaves: e3 was delivered again, and nothing stopped the handler.
144 emails_sent gets another row for e3: one more mail, one more row, no constraint in the way.
145 COMMIT: mark and row of emailHandler become real in one moment. The mail had left before, outside of this.
146 BEGIN: what inventoryHandler writes for e3 becomes real together, or not at all.
147 ON CONFLICT DO NOTHING changed 1 row although inventoryHandler has done e3 before: that mark was deleted, too old to be kept.
148 stock goes down again for the same order: quantity - 1 means something else each time it runs. Others see it after the commit.
149 COMMIT: the mark and the work of inventoryHandler for e3 become real in one moment.
150 BEGIN: what analyticsHandler writes for e3 becomes real together, or not at all.
151 ON CONFLICT DO NOTHING changed 1 row although analyticsHandler has done e3 before: that mark was deleted, too old to be kept.
152 analyticsHandler counts the same order again: the figure is now too high, and looks like any other. Others see it after the commit.
153 COMMIT: the mark and the work of analyticsHandler for e3 become real in one moment.
154 BEGIN: what recommenderHandler writes for e3 becomes real together, or not at all.
155 ON CONFLICT DO NOTHING changed 1 row although recommenderHandler has done e3 before: that mark was deleted, too old to be kept.
156 recommenderHandler sets the same value again, and nothing is different: this one is idempotent by nature.
157 COMMIT: the mark and the work of recommenderHandler for e3 become real in one moment.
158 worker 2 acks e3 (basic.ack): the broker is done with this message.
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
170 1 old row of processed_events is deleted. What comes back from now on will look new.
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
 28 客人按下購買。這個請求沒有帶 Idempotency-Key。
 29 Producer 在一個交易裡寫入訂單 1002、它的扣款，並把 e2 放進 outbox。Commit 之前誰也看不到。
 30 Commit：訂單 1002、扣款與 e2 從此刻起一起存在。
 31 201：訂單 1002 成立，client 也知道了。
 32 relay 1 讀出 outbox 裡還沒標記為已送出的列：e2。
 33 relay 1 把 e2 裝進訊息 m2 送給 broker（basic.publish），等它 confirm。
 34 Broker 收到 m2 並 confirm：從現在起，投遞是 broker 的事。
 35 Broker 把 e2 交給 worker 2（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 36 relay 1 把 e2 標記為已送出，這一列不會再被讀到。
 37 BEGIN：emailHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 38 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 39 訂單 1002 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 40 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 41 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 42 BEGIN：inventoryHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 43 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 44 inventoryHandler 替 e2 把 stock 減一。Commit 之後別人才看得到。
 45 COMMIT：inventoryHandler 替 e2 做的事和它的標記，在同一刻成真。
 46 BEGIN：analyticsHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 47 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 48 analyticsHandler 把 e2 的訂單計入統計。Commit 之後別人才看得到。
 49 COMMIT：analyticsHandler 替 e2 做的事和它的標記，在同一刻成真。
 50 BEGIN：recommenderHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
 51 ON CONFLICT DO NOTHING 異動 1 列：e2 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 52 recommenderHandler 把「最近買了什麼」設成 e2 的訂單。Commit 之後別人才看得到。
 53 COMMIT：recommenderHandler 替 e2 做的事和它的標記，在同一刻成真。
 54 worker 2 ack e2（basic.ack），broker 不會再送這則訊息。
 55 客人按下購買。這個請求沒有帶 Idempotency-Key。
 56 Producer 在一個交易裡寫入訂單 1003、它的扣款，並把 e3 放進 outbox。Commit 之前誰也看不到。
 57 Commit：訂單 1003、扣款與 e3 從此刻起一起存在。
 58 201：訂單 1003 成立，client 也知道了。
 59 relay 1 讀出 outbox 裡還沒標記為已送出的列：e3。
 60 relay 1 把 e3 裝進訊息 m3 送給 broker（basic.publish），等它 confirm。
 61 Broker 收到 m3 並 confirm：從現在起，投遞是 broker 的事。
 62 Broker 把 e3 交給 worker 1（basic.deliver），這是它的第一次投遞，有自己的 delivery tag。
 63 relay 1 把 e3 標記為已送出，這一列不會再被讀到。
 64 BEGIN：emailHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 65 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 emailHandler 執行。標記要跟做的事一起 commit，才算數。
 66 訂單 1003 的信寄出去了，而交易還開著：rollback 能撤回的是資料列，不是信。
 67 信寄出之後，emailHandler 在 emails_sent 寫下一列。Commit 之後別人才看得到。
 68 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
 69 BEGIN：inventoryHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 70 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 inventoryHandler 執行。標記要跟做的事一起 commit，才算數。
 71 inventoryHandler 替 e3 把 stock 減一。Commit 之後別人才看得到。
 72 COMMIT：inventoryHandler 替 e3 做的事和它的標記，在同一刻成真。
 73 BEGIN：analyticsHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 74 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 analyticsHandler 執行。標記要跟做的事一起 commit，才算數。
 75 analyticsHandler 把 e3 的訂單計入統計。Commit 之後別人才看得到。
 76 COMMIT：analyticsHandler 替 e3 做的事和它的標記，在同一刻成真。
 77 BEGIN：recommenderHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
 78 ON CONFLICT DO NOTHING 異動 1 列：e3 的標記是新的，所以 recommenderHandler 執行。標記要跟做的事一起 commit，才算數。
 79 recommenderHandler 把「最近買了什麼」設成 e3 的訂單。Commit 之後別人才看得到。
 80 COMMIT：recommenderHandler 替 e3 做的事和它的標記，在同一刻成真。
 81 worker 1 ack e3（basic.ack），broker 不會再送這則訊息。
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
 93 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
 94 Broker 重啟，而最近的 ack 還沒存下來：e1、e2、e3 會再投遞一次，雖然事情做完了、也 ack 過了。
 95 同一個 event 又來了：e1 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
 96 同一個 event 又來了：e2 第 2 次投遞（redelivered=true），這次交給 worker 1。先前已經做過事，只是 broker 不知道。
 97 BEGIN：emailHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
 98 worker 1 在等：worker 2 處理 e1 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
 99 ON CONFLICT DO NOTHING 異動 1 列，雖然 emailHandler 早就做過 e1：舊的標記過了保留期，已經刪掉。
100 同一筆訂單 1001 的第二封信寄出去了：e1 再次投遞，而沒有東西攔住 handler。
101 emails_sent 又多一列 e1：多一封信就多一列，沒有任何約束擋著。
102 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
103 BEGIN：emailHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
104 worker 2 在等：worker 1 處理 e2 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
105 ON CONFLICT DO NOTHING 異動 1 列，雖然 emailHandler 早就做過 e2：舊的標記過了保留期，已經刪掉。
106 同一筆訂單 1002 的第二封信寄出去了：e2 再次投遞，而沒有東西攔住 handler。
107 emails_sent 又多一列 e2：多一封信就多一列，沒有任何約束擋著。
108 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
109 BEGIN：inventoryHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
110 worker 1 在等：worker 2 處理 e1 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等，要到兩邊改同一列時才會等。
111 ON CONFLICT DO NOTHING 異動 1 列，雖然 inventoryHandler 早就做過 e1：舊的標記過了保留期，已經刪掉。
112 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。Commit 之後別人才看得到。
113 COMMIT：inventoryHandler 替 e1 做的事和它的標記，在同一刻成真。
114 BEGIN：inventoryHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
115 worker 2 在等：worker 1 處理 e2 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
116 ON CONFLICT DO NOTHING 異動 1 列，雖然 inventoryHandler 早就做過 e2：舊的標記過了保留期，已經刪掉。
117 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。Commit 之後別人才看得到。
118 COMMIT：inventoryHandler 替 e2 做的事和它的標記，在同一刻成真。
119 BEGIN：analyticsHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
120 worker 1 在等：worker 2 處理 e1 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等，要到兩邊改同一列時才會等。
121 ON CONFLICT DO NOTHING 異動 1 列，雖然 analyticsHandler 早就做過 e1：舊的標記過了保留期，已經刪掉。
122 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。Commit 之後別人才看得到。
123 COMMIT：analyticsHandler 替 e1 做的事和它的標記，在同一刻成真。
124 BEGIN：analyticsHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
125 worker 2 在等：worker 1 處理 e2 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
126 ON CONFLICT DO NOTHING 異動 1 列，雖然 analyticsHandler 早就做過 e2：舊的標記過了保留期，已經刪掉。
127 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。Commit 之後別人才看得到。
128 COMMIT：analyticsHandler 替 e2 做的事和它的標記，在同一刻成真。
129 BEGIN：recommenderHandler 替 e1 寫的東西，要嘛一起成真，要嘛一樣都不留。
130 worker 1 在等：worker 2 處理 e1 的交易還開著，而 SQLite 鎖的是整個資料庫。PostgreSQL 鎖的是列，這裡不必等。
131 ON CONFLICT DO NOTHING 異動 1 列，雖然 recommenderHandler 早就做過 e1：舊的標記過了保留期，已經刪掉。
132 e1 比 e3 舊，卻蓋掉了它：設定一個值雖然冪等，順序亂了還是錯。Commit 之後別人才看得到。
133 COMMIT：recommenderHandler 替 e1 做的事和它的標記，在同一刻成真。
134 BEGIN：recommenderHandler 替 e2 寫的東西，要嘛一起成真，要嘛一樣都不留。
135 worker 2 ack e1（basic.ack），broker 不會再送這則訊息。
136 ON CONFLICT DO NOTHING 異動 1 列，雖然 recommenderHandler 早就做過 e2：舊的標記過了保留期，已經刪掉。
137 e2 比 e3 舊，卻蓋掉了它：設定一個值雖然冪等，順序亂了還是錯。Commit 之後別人才看得到。
138 COMMIT：recommenderHandler 替 e2 做的事和它的標記，在同一刻成真。
139 同一個 event 又來了：e3 第 2 次投遞（redelivered=true），這次交給 worker 2。先前已經做過事，只是 broker 不知道。
140 worker 1 ack e2（basic.ack），broker 不會再送這則訊息。
141 BEGIN：emailHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
142 ON CONFLICT DO NOTHING 異動 1 列，雖然 emailHandler 早就做過 e3：舊的標記過了保留期，已經刪掉。
143 同一筆訂單 1003 的第二封信寄出去了：e3 再次投遞，而沒有東西攔住 handler。
144 emails_sent 又多一列 e3：多一封信就多一列，沒有任何約束擋著。
145 COMMIT：emailHandler 的標記和資料列在同一刻成真。信在這之前就寄了，不歸交易管。
146 BEGIN：inventoryHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
147 ON CONFLICT DO NOTHING 異動 1 列，雖然 inventoryHandler 早就做過 e3：舊的標記過了保留期，已經刪掉。
148 同一筆訂單又扣一次 stock：quantity - 1 每跑一次，結果就不一樣。Commit 之後別人才看得到。
149 COMMIT：inventoryHandler 替 e3 做的事和它的標記，在同一刻成真。
150 BEGIN：analyticsHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
151 ON CONFLICT DO NOTHING 異動 1 列，雖然 analyticsHandler 早就做過 e3：舊的標記過了保留期，已經刪掉。
152 analyticsHandler 把同一筆訂單又算一次：數字偏高了，看起來卻跟其他數字沒有兩樣。Commit 之後別人才看得到。
153 COMMIT：analyticsHandler 替 e3 做的事和它的標記，在同一刻成真。
154 BEGIN：recommenderHandler 替 e3 寫的東西，要嘛一起成真，要嘛一樣都不留。
155 ON CONFLICT DO NOTHING 異動 1 列，雖然 recommenderHandler 早就做過 e3：舊的標記過了保留期，已經刪掉。
156 recommenderHandler 把同一個值再設一次，什麼都沒變：這個 handler 天生就是冪等的。
157 COMMIT：recommenderHandler 替 e3 做的事和它的標記，在同一刻成真。
158 worker 2 ack e3（basic.ack），broker 不會再送這則訊息。
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
170 processed_events 刪掉 1 列舊標記。之後再來的，看起來都會像新的。
