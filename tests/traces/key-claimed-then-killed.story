[en]
  0 The customer clicks buy. The request carries an Idempotency-Key, which the producer keeps in a table of its own.
  1 r1 claims its key in a transaction of its own. A crash from here on leaves the claim, and no order.
  2 The producer is killed with the key claimed and nothing done: the claim is committed, and nobody owns it any more.
  3 The producer is back. Only what was committed is still there.
  4 No answer to r1 came in time: the client cannot tell a lost request from a lost answer, and tries again.
  5 No answer came, so the client sends the request again, with the same Idempotency-Key: the producer can recognise it.
  6 r2: its key is claimed, and no result is stored with it yet.
  7 409: a request with this key is said to be in progress. Try again later.
  8 r2 was answered 409, so the client tries again.
  9 No answer came, so the client sends the request again, with the same Idempotency-Key: the producer can recognise it.
 10 r3: its key is claimed, and no result is stored with it yet.
 11 409: a request with this key is said to be in progress. Try again later.
 12 r3 was answered 409, so the client tries again.
 13 No answer came, so the client sends the request again, with the same Idempotency-Key: the producer can recognise it.
 14 r4: its key is claimed, and no result is stored with it yet.
 15 409: a request with this key is said to be in progress. Try again later.
 16 r4 was answered 409, and the client gives up.
[zh-Hant]
  0 客人按下購買。這個請求帶著 Idempotency-Key，producer 把它另外存在一張表裡。
  1 r1 用單獨的交易 claim 它的 key。從這裡開始若是 crash，留下的只有 claim，沒有訂單。
  2 Producer 被砍掉時，key 已經 claim，事情卻還沒做：claim 已經 commit，而它從此沒有主人。
  3 Producer 回來了，還在的只有 commit 過的東西。
  4 r1 逾時沒有回應。丟的是請求還是回應，client 分不出來，只能再試。
  5 等不到回應，client 再送一次，帶的是同一個 Idempotency-Key，producer 認得出來。
  6 r2：這個 key 已經有人 claim，還沒有存下結果。
  7 409：帶這個 key 的請求據說還在處理中，請稍後再試。
  8 r2 得到的回應是 409，client 再試一次。
  9 等不到回應，client 再送一次，帶的是同一個 Idempotency-Key，producer 認得出來。
 10 r3：這個 key 已經有人 claim，還沒有存下結果。
 11 409：帶這個 key 的請求據說還在處理中，請稍後再試。
 12 r3 得到的回應是 409，client 再試一次。
 13 等不到回應，client 再送一次，帶的是同一個 Idempotency-Key，producer 認得出來。
 14 r4：這個 key 已經有人 claim，還沒有存下結果。
 15 409：帶這個 key 的請求據說還在處理中，請稍後再試。
 16 r4 得到的回應是 409，client 放棄了。
