[en]
  1 The customer clicks buy. The request carries an Idempotency-Key, which the producer keeps in a table of its own.
  2 r1 claims its key in a transaction of its own. A crash from here on leaves the claim, and no order.
  3 The producer is killed with the key claimed and nothing done: the claim is committed, and nobody owns it any more.
  4 The producer is back. Only what was committed is still there.
  5 No answer to r1 came in time: the client cannot tell a lost request from a lost answer, and tries again.
  6 No answer came, so the client sends the request again, with the same Idempotency-Key: the producer can recognise it.
  7 r2: its key is claimed, and no result is stored with it yet.
  8 409: a request with this key is said to be in progress. Try again later.
  9 r2 was answered 409, so the client tries again.
 10 No answer came, so the client sends the request again, with the same Idempotency-Key: the producer can recognise it.
 11 r3: its key is claimed, and no result is stored with it yet.
 12 409: a request with this key is said to be in progress. Try again later.
 13 r3 was answered 409, so the client tries again.
 14 No answer came, so the client sends the request again, with the same Idempotency-Key: the producer can recognise it.
 15 r4: its key is claimed, and no result is stored with it yet.
 16 409: a request with this key is said to be in progress. Try again later.
 17 r4 was answered 409, and the client gives up.
[zh-Hant]
  1 客人按下購買。這個請求帶著 Idempotency-Key，producer 把它另外存在一張表裡。
  2 r1 用單獨的交易 claim 它的 key。從這裡開始若是 crash，留下的只有 claim，沒有訂單。
  3 Producer 被砍掉時，key 已經 claim，事情卻還沒做：claim 已經 commit，而它從此沒有主人。
  4 Producer 回來了，還在的只有 commit 過的東西。
  5 r1 逾時沒有回應。丟的是請求還是回應，client 分不出來，只能再試。
  6 等不到回應，client 再送一次，帶的是同一個 Idempotency-Key，producer 認得出來。
  7 r2：這個 key 已經有人 claim，還沒有存下結果。
  8 409：帶這個 key 的請求據說還在處理中，請稍後再試。
  9 r2 得到的回應是 409，client 再試一次。
 10 等不到回應，client 再送一次，帶的是同一個 Idempotency-Key，producer 認得出來。
 11 r3：這個 key 已經有人 claim，還沒有存下結果。
 12 409：帶這個 key 的請求據說還在處理中，請稍後再試。
 13 r3 得到的回應是 409，client 再試一次。
 14 等不到回應，client 再送一次，帶的是同一個 Idempotency-Key，producer 認得出來。
 15 r4：這個 key 已經有人 claim，還沒有存下結果。
 16 409：帶這個 key 的請求據說還在處理中，請稍後再試。
 17 r4 得到的回應是 409，client 放棄了。
