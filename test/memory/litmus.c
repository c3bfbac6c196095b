// Litmus tests: the outcome that each asks for is allowed (assertion) or not (clean) by RC11 with C++20's release
// sequences.
// heddle: -DMP assertion
// heddle: -DMP_RELEASE_ACQUIRE clean
// heddle: -DMP_RELEASE_ONLY assertion
// heddle: -DMP_FENCES clean
// heddle: -DMP_FENCE_LATE assertion
// heddle: -DMP_FENCE_AND_ACQUIRE clean
// heddle: -DMP_SEQ_CST_FLAG clean
// heddle: -DSB_RELEASE_ACQUIRE assertion
// heddle: -DSB_SEQ_CST clean
// heddle: -DSB_FENCES clean
// heddle: -DSB_ONE_FENCE assertion
// heddle: -DSB_STORES_SEQ_CST assertion
// heddle: -DSB_EXCHANGES assertion
// heddle: -DSB_THIRD_VARIABLE clean
// heddle: -DLB clean
// heddle: -DIRIW_ACQUIRE assertion
// heddle: -DIRIW_SEQ_CST clean
// heddle: -DIRIW_FENCES clean
// heddle: -DWRC assertion
// heddle: -DWRC_RELEASE_ACQUIRE clean
// heddle: -DRWC_FENCES clean
// heddle: -DRWC_ACQUIRE assertion
// heddle: -DRWC_SEQ_CST clean
// heddle: -DISA2 clean
// heddle: -DISA2_RELAXED_MIDDLE assertion
// heddle: -DR_RELEASE assertion
// heddle: -DR_FENCES clean
// heddle: -DS_RELAXED assertion
// heddle: -DS_RELEASE_ACQUIRE clean
// heddle: -DWRITES_RELEASE assertion
// heddle: -DWRITES_FENCES clean
// heddle: -DRELEASE_SEQUENCE clean
// heddle: -DRELEASE_SEQUENCE_STORE assertion
// heddle: -DFAILURE_RELAXED assertion
// heddle: -DFAILURE_ACQUIRE clean
// heddle: -DSUCCESS_RELAXED assertion
// heddle: -DCORR clean
// heddle: -DCOWR clean
// heddle: -DONE_WINS clean
// heddle: -DMIXED_CYCLE assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define R(x, o) atomic_load_explicit(&x, memory_order_##o)
#define W(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define X(x, v, o) atomic_exchange_explicit(&x, v, memory_order_##o)
#define A(x, v, o) atomic_fetch_add_explicit(&x, v, memory_order_##o)
#define CAS(x, e, v, s, f) \
  atomic_compare_exchange_strong_explicit(&x, &e, v, memory_order_##s, memory_order_##f)
#define F(o) atomic_thread_fence(memory_order_##o)
atomic_int x, y, z;
int a, b, c, d;
#if defined MP
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, relaxed)
#define T1           \
  a = R(y, relaxed); \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined MP_RELEASE_ACQUIRE
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release)
#define T1           \
  a = R(y, acquire); \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined MP_RELEASE_ONLY
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release)
#define T1           \
  a = R(y, relaxed); \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined MP_FENCES
#define T0          \
  W(x, 1, relaxed); \
  F(release);       \
  W(y, 1, relaxed)
#define T1           \
  a = R(y, relaxed); \
  F(acquire);        \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined MP_FENCE_LATE
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, relaxed); \
  F(release)
#define T1           \
  a = R(y, acquire); \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined MP_FENCE_AND_ACQUIRE
#define T0          \
  W(x, 1, relaxed); \
  F(release);       \
  W(y, 1, relaxed)
#define T1           \
  a = R(y, acquire); \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined MP_SEQ_CST_FLAG
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, seq_cst)
#define T1           \
  a = R(y, seq_cst); \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined SB_RELEASE_ACQUIRE
#define T0          \
  W(x, 1, release); \
  a = R(y, acquire)
#define T1          \
  W(y, 1, release); \
  b = R(x, acquire)
#define BAD a == 0 && b == 0
#elif defined SB_SEQ_CST
#define T0          \
  W(x, 1, seq_cst); \
  a = R(y, seq_cst)
#define T1          \
  W(y, 1, seq_cst); \
  b = R(x, seq_cst)
#define BAD a == 0 && b == 0
#elif defined SB_FENCES
#define T0          \
  W(x, 1, relaxed); \
  F(seq_cst);       \
  a = R(y, relaxed)
#define T1          \
  W(y, 1, relaxed); \
  F(seq_cst);       \
  b = R(x, relaxed)
#define BAD a == 0 && b == 0
#elif defined SB_ONE_FENCE
#define T0          \
  W(x, 1, relaxed); \
  F(seq_cst);       \
  a = R(y, relaxed)
#define T1          \
  W(y, 1, relaxed); \
  b = R(x, relaxed)
#define BAD a == 0 && b == 0
#elif defined SB_STORES_SEQ_CST
#define T0          \
  W(x, 1, seq_cst); \
  a = R(y, relaxed)
#define T1          \
  W(y, 1, seq_cst); \
  b = R(x, relaxed)
#define BAD a == 0 && b == 0
#elif defined SB_EXCHANGES
#define T0          \
  X(x, 1, acq_rel); \
  a = R(y, acquire)
#define T1          \
  X(y, 1, acq_rel); \
  b = R(x, acquire)
#define BAD a == 0 && b == 0
#elif defined SB_THIRD_VARIABLE
#define T0          \
  W(x, 1, relaxed); \
  A(z, 1, acq_rel); \
  a = R(y, relaxed)
#define T1          \
  W(y, 1, relaxed); \
  A(z, 1, acq_rel); \
  b = R(x, relaxed)
#define BAD a == 0 && b == 0
#elif defined LB
#define T0           \
  a = R(x, relaxed); \
  W(y, 1, relaxed)
#define T1           \
  b = R(y, relaxed); \
  W(x, 1, relaxed)
#define BAD a == 1 && b == 1
#elif defined IRIW_ACQUIRE
#define T0 W(x, 1, release)
#define T1 W(y, 1, release)
#define T2           \
  a = R(x, acquire); \
  b = R(y, acquire)
#define T3           \
  c = R(y, acquire); \
  d = R(x, acquire)
#define BAD a == 1 && b == 0 && c == 1 && d == 0
#elif defined IRIW_SEQ_CST
#define T0 W(x, 1, seq_cst)
#define T1 W(y, 1, seq_cst)
#define T2           \
  a = R(x, seq_cst); \
  b = R(y, seq_cst)
#define T3           \
  c = R(y, seq_cst); \
  d = R(x, seq_cst)
#define BAD a == 1 && b == 0 && c == 1 && d == 0
#elif defined IRIW_FENCES
#define T0 W(x, 1, relaxed)
#define T1 W(y, 1, relaxed)
#define T2           \
  a = R(x, relaxed); \
  F(seq_cst);        \
  b = R(y, relaxed)
#define T3           \
  c = R(y, relaxed); \
  F(seq_cst);        \
  d = R(x, relaxed)
#define BAD a == 1 && b == 0 && c == 1 && d == 0
#elif defined WRC
#define T0 W(x, 1, relaxed)
#define T1           \
  a = R(x, relaxed); \
  W(y, 1, relaxed)
#define T2           \
  b = R(y, relaxed); \
  c = R(x, relaxed)
#define BAD a == 1 && b == 1 && c == 0
#elif defined WRC_RELEASE_ACQUIRE
#define T0 W(x, 1, relaxed)
#define T1           \
  a = R(x, relaxed); \
  W(y, 1, release)
#define T2           \
  b = R(y, acquire); \
  c = R(x, relaxed)
#define BAD a == 1 && b == 1 && c == 0
#elif defined RWC_FENCES
#define T0 W(x, 1, relaxed)
#define T1           \
  a = R(x, relaxed); \
  F(seq_cst);        \
  b = R(y, relaxed)
#define T2          \
  W(y, 1, relaxed); \
  F(seq_cst);       \
  c = R(x, relaxed)
#define BAD a == 1 && b == 0 && c == 0
#elif defined RWC_ACQUIRE
#define T0 W(x, 1, seq_cst)
#define T1           \
  a = R(x, acquire); \
  b = R(y, seq_cst)
#define T2          \
  W(y, 1, seq_cst); \
  c = R(x, seq_cst)
#define BAD a == 1 && b == 0 && c == 0
#elif defined RWC_SEQ_CST
#define T0 W(x, 1, seq_cst)
#define T1           \
  a = R(x, seq_cst); \
  b = R(y, seq_cst)
#define T2          \
  W(y, 1, seq_cst); \
  c = R(x, seq_cst)
#define BAD a == 1 && b == 0 && c == 0
#elif defined ISA2
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release)
#define T1           \
  a = R(y, acquire); \
  W(z, 1, release)
#define T2           \
  b = R(z, acquire); \
  c = R(x, relaxed)
#define BAD a == 1 && b == 1 && c == 0
#elif defined ISA2_RELAXED_MIDDLE
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release)
#define T1           \
  a = R(y, relaxed); \
  W(z, 1, release)
#define T2           \
  b = R(z, acquire); \
  c = R(x, relaxed)
#define BAD a == 1 && b == 1 && c == 0
#elif defined R_RELEASE
#define T0          \
  W(x, 1, release); \
  W(y, 1, release)
#define T1          \
  W(y, 2, release); \
  a = R(x, acquire)
#define BAD R(y, relaxed) == 2 && a == 0
#elif defined R_FENCES
#define T0          \
  W(x, 1, relaxed); \
  F(seq_cst);       \
  W(y, 1, relaxed)
#define T1          \
  W(y, 2, relaxed); \
  F(seq_cst);       \
  a = R(x, relaxed)
#define BAD R(y, relaxed) == 2 && a == 0
#elif defined S_RELAXED
#define T0          \
  W(x, 2, relaxed); \
  W(y, 1, relaxed)
#define T1           \
  a = R(y, relaxed); \
  W(x, 1, relaxed)
#define BAD a == 1 && R(x, relaxed) == 2
#elif defined S_RELEASE_ACQUIRE
#define T0          \
  W(x, 2, relaxed); \
  W(y, 1, release)
#define T1           \
  a = R(y, acquire); \
  W(x, 1, relaxed)
#define BAD a == 1 && R(x, relaxed) == 2
#elif defined WRITES_RELEASE
#define T0          \
  W(x, 1, release); \
  W(y, 2, release)
#define T1          \
  W(y, 1, release); \
  W(x, 2, release)
#define BAD R(x, relaxed) == 1 && R(y, relaxed) == 1
#elif defined WRITES_FENCES
#define T0          \
  W(x, 1, relaxed); \
  F(seq_cst);       \
  W(y, 2, relaxed)
#define T1          \
  W(y, 1, relaxed); \
  F(seq_cst);       \
  W(x, 2, relaxed)
#define BAD R(x, relaxed) == 1 && R(y, relaxed) == 1
#elif defined RELEASE_SEQUENCE
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release)
#define T1 \
  if (R(y, relaxed) == 1) A(y, 1, relaxed)
#define T2           \
  a = R(y, acquire); \
  b = R(x, relaxed)
#define BAD a == 2 && b == 0
#elif defined RELEASE_SEQUENCE_STORE
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release); \
  W(y, 2, relaxed)
#define T1           \
  a = R(y, acquire); \
  b = R(x, relaxed)
#define BAD a == 2 && b == 0
#elif defined FAILURE_RELAXED
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release)
#define T1                        \
  a = 2;                          \
  CAS(y, a, 3, acquire, relaxed); \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined FAILURE_ACQUIRE
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release)
#define T1                        \
  a = 2;                          \
  CAS(y, a, 3, acquire, acquire); \
  b = R(x, relaxed)
#define BAD a == 1 && b == 0
#elif defined SUCCESS_RELAXED
#define T0          \
  W(x, 1, relaxed); \
  W(y, 1, release)
#define T1                            \
  a = 1;                              \
  if (CAS(y, a, 3, relaxed, acquire)) \
    b = R(x, relaxed);                \
  else                                \
    b = 1
#define BAD R(y, relaxed) == 3 && b == 0
#elif defined CORR
#define T0          \
  W(x, 1, relaxed); \
  W(x, 2, relaxed)
#define T1           \
  a = R(x, relaxed); \
  b = R(x, relaxed)
#define BAD a == 2 && b == 1
#elif defined COWR
#define T0          \
  W(x, 1, relaxed); \
  a = R(x, relaxed)
#define T1 A(x, 1, relaxed)
#define BAD a == 0
#elif defined ONE_WINS
#define T0 a = X(x, 1, relaxed)
#define T1 b = X(x, 1, relaxed)
#define BAD a == 0 && b == 0
#elif defined MIXED_CYCLE
#define T0 W(x, 1, seq_cst)
#define T1 W(y, 1, seq_cst)
#define T2           \
  a = R(x, acquire); \
  b = R(y, seq_cst)
#define T3           \
  c = R(y, acquire); \
  d = R(x, seq_cst)
#define BAD a == 1 && b == 0 && c == 1 && d == 0
#endif
#ifndef T2
#define T2
#endif
#ifndef T3
#define T3
#endif
void* thread0(void* unused) {
  T0;
  return unused;
}
void* thread1(void* unused) {
  T1;
  return unused;
}
void* thread2(void* unused) {
  T2;
  return unused;
}
void* thread3(void* unused) {
  T3;
  return unused;
}
void test(void) {
  a = b = c = d = 0;
  void* (*const bodies[])(void*) = {thread0, thread1, thread2, thread3};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, bodies[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(!(BAD));
}
int main(void) { test(); }
