// How many executions there are, as the literature and other checkers count them.
// heddle: -DSB_FENCES clean 3
// heddle: sc -DSB_FENCES clean 3
// heddle: -DSB_SEQ_CST clean 3
// heddle: sc -DSB_SEQ_CST clean 3
// heddle: -DMP clean 4
// heddle: sc -DMP clean 3
// heddle: -DMP_RELEASE_ACQUIRE clean 3
// heddle: sc -DMP_RELEASE_ACQUIRE clean 3
// heddle: -DMP_FENCES clean 3
// heddle: sc -DMP_FENCES clean 3
// heddle: -DLB clean 3
// heddle: sc -DLB clean 3
// heddle: -DWRITES_FENCES clean 3
// heddle: sc -DWRITES_FENCES clean 3
// heddle: -DIRIW clean 16
// heddle: sc -DIRIW clean 15
// heddle: -DIRIW_SEQ_CST clean 15
// heddle: sc -DIRIW_SEQ_CST clean 15
// heddle: -DZ6_U clean 24
// heddle: sc -DZ6_U clean 18
// heddle: -DROTATE=2 clean 2
// heddle: sc -DROTATE=2 clean 2
// heddle: -DROTATE=3 clean 5
// heddle: sc -DROTATE=3 clean 5
// heddle: -DROTATE=4 clean 14
// heddle: sc -DROTATE=4 clean 14
// heddle: -DROTATE=5 clean 43
// heddle: sc -DROTATE=5 clean 43
// heddle: -DROTATE=6 clean 144
// heddle: sc -DROTATE=6 clean 144
// heddle: -DROTATE=7 clean 523
// heddle: sc -DROTATE=7 clean 523
// heddle: -DROTATE=8 clean 2,048
// heddle: sc -DROTATE=8 clean 2,048
// heddle: -DLOCK=2 clean 2
// heddle: sc -DLOCK=2 clean 2
// heddle: -DLOCK=3 clean 6
// heddle: sc -DLOCK=3 clean 6
// heddle: -DLOCK=4 clean 24
// heddle: sc -DLOCK=4 clean 24
// heddle: -DLOCK=5 clean 120
// heddle: sc -DLOCK=5 clean 120
// heddle: -DLOCK=6 clean 720
// heddle: sc -DLOCK=6 clean 720
// heddle: -DLOCK=7 clean 5,040
// heddle: sc -DLOCK=7 clean 5,040
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#define R(x, o) atomic_load_explicit(&x, memory_order_##o)
#define W(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define A(x, v, o) atomic_fetch_add_explicit(&x, v, memory_order_##o)
#define F(o) atomic_thread_fence(memory_order_##o)
atomic_int x, y;
#if defined SB_FENCES
#define T0 W(x, 1, relaxed), F(seq_cst), R(y, relaxed)
#define T1 W(y, 1, relaxed), F(seq_cst), R(x, relaxed)
#elif defined SB_SEQ_CST
#define T0 W(x, 1, seq_cst), R(y, seq_cst)
#define T1 W(y, 1, seq_cst), R(x, seq_cst)
#elif defined MP
#define T0 W(x, 1, relaxed), W(y, 1, relaxed)
#define T1 R(y, relaxed), R(x, relaxed)
#elif defined MP_RELEASE_ACQUIRE
#define T0 W(x, 1, relaxed), W(y, 1, release)
#define T1 R(y, acquire), R(x, relaxed)
#elif defined MP_FENCES
#define T0 W(x, 1, relaxed), F(release), W(y, 1, relaxed)
#define T1 R(y, relaxed), F(acquire), R(x, relaxed)
#elif defined LB
#define T0 R(x, relaxed), W(y, 1, relaxed)
#define T1 R(y, relaxed), W(x, 1, relaxed)
#elif defined WRITES_FENCES
#define T0 W(x, 1, relaxed), F(seq_cst), W(y, 2, relaxed)
#define T1 W(y, 1, relaxed), F(seq_cst), W(x, 2, relaxed)
#elif defined IRIW
#define T0 W(x, 1, relaxed)
#define T1 W(y, 1, relaxed)
#define T2 R(x, relaxed), R(y, relaxed)
#define T3 R(y, relaxed), R(x, relaxed)
#elif defined IRIW_SEQ_CST
#define T0 W(x, 1, seq_cst)
#define T1 W(y, 1, seq_cst)
#define T2 R(x, seq_cst), R(y, seq_cst)
#define T3 R(y, seq_cst), R(x, seq_cst)
#elif defined Z6_U
#define T0 W(x, 1, seq_cst), W(y, 1, release)
#define T1 A(y, 1, seq_cst), R(y, relaxed)
#define T2 W(y, 3, seq_cst), R(x, seq_cst)
#elif defined ROTATE  // each makes the next number of its own
#define THREADS ROTATE
#define EACH                                                                                            \
  int expected = (int)number;                                                                           \
  atomic_compare_exchange_strong_explicit(&x, &expected, (expected + 1) % ROTATE, memory_order_relaxed, \
                                          memory_order_relaxed)
#elif defined LOCK
#define THREADS LOCK
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define EACH                  \
  pthread_mutex_lock(&mutex); \
  A(x, 1, relaxed);           \
  pthread_mutex_unlock(&mutex)
#endif

#ifdef EACH
static void* run(void* argument) {
  const intptr_t number = (intptr_t)argument;
  (void)number;
  EACH;
  return argument;
}
#else
#ifdef T3
#define THREADS 4
#elif defined T2
#define THREADS 3
#else
#define THREADS 2
#endif
static void* run(void* argument) {
  switch ((intptr_t)argument) {
    case 0:
      T0;
      break;
    case 1:
      T1;
      break;
#ifdef T2
    case 2:
      T2;
      break;
#endif
#ifdef T3
    case 3:
      T3;
      break;
#endif
  }
  return argument;
}
#endif
void test(void) {
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, run, (void*)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
}
int main(void) { test(); }
