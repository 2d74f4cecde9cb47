[en]
  1 The customer clicks buy. The request carries no Idempotency-Key.
  2 The producer writes order 1001, and its charge; e1 is in no table. A dual write: the broker is told in a step of its own.
  3 Commit: order 1001 exists and the card is charged. e1 is not published yet, and no table remembers that it is due.
  4 The producer is killed between commit and publish: the order exists, and e1 will never be sent. No table remembers it.
  5 The producer is back. Only what was committed is still there.
  6 No answer to r1 came in time, so the client gives up. The order exists all the same; only the answer is missing.
[zh-Hant]
  1 客人按下購買。這個請求沒有帶 Idempotency-Key。
  2 Producer 寫入訂單 1001 與扣款，e1 卻不在任何一張表裡。這就是 dual write：資料庫和 broker 各寫各的。
  3 Commit：訂單 1001 成立，卡也扣了。e1 還沒 publish，而沒有任何一張表記得這件事。
  4 Producer 在 commit 與 publish 之間被砍掉：訂單在，e1 永遠不會送出，也沒有任何一張表記得它。
  5 Producer 回來了，還在的只有 commit 過的東西。
  6 r1 逾時沒有回應，client 放棄了。其實訂單已經成立，缺的只是回應。
