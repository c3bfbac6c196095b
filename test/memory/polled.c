// A flag under a lock, polled: who comes back having found it unset waits for somebody else to take the lock. Each has an
// atomic that is weaker than seq_cst beside it, so that the search of graphs has to know.
// heddle: clean
// heddle: -DFLAGS=2 clean
// heddle: -DEITHER assertion
// heddle: -DNEVER livelock
// heddle: -DNEVER -DPOLLERS=2 livelock
// heddle: -DRELOCKED clean
// heddle: -DRELOCKED -DPASSED assertion
// heddle: -DSPIN livelock
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define relaxed memory_order_relaxed
#ifndef FLAGS
#define FLAGS 1
#endif
#ifndef POLLERS
#define POLLERS 1
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int flag, begun, seen, left_saw, right_saw;
static atomic_int left, right, taken = 1;
static void poll(void) {
#if defined SPIN  // for what nobody gives back
  while (atomic_exchange_explicit(&taken, 1, memory_order_acquire)) {
  }
#elif defined RELOCKED  // the lock is held where the round begins
  pthread_mutex_lock(&mutex);
  begun = 1;
  while (!flag) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
  }
  pthread_mutex_unlock(&mutex);
#else
  for (int is_set = 0; !is_set;) {
    pthread_mutex_lock(&mutex);
    is_set = flag == FLAGS;
    pthread_mutex_unlock(&mutex);
  }
#endif
}
static void* look(void* argument) {
  poll();
  atomic_store_explicit(&left, 1, relaxed);
  left_saw = atomic_load_explicit(&right, relaxed);
  return argument;
}
static void* set(void* argument) {
#if defined NEVER || defined SPIN
  atomic_store_explicit(&right, 1, relaxed);
  return argument;
#endif
  for (int i = 0; i < FLAGS; ++i) {
    pthread_mutex_lock(&mutex);
    seen = begun;
    ++flag;
    pthread_mutex_unlock(&mutex);
  }
  atomic_store_explicit(&right, 1, relaxed);
  right_saw = atomic_load_explicit(&left, relaxed);
  return argument;
}
void test(void) {
  pthread_t threads[POLLERS + 1];
  for (int i = 0; i < POLLERS; ++i) pthread_create(&threads[i], 0, look, 0);
#if defined SPIN
  pthread_create(&threads[POLLERS], 0, look, 0);
#else
  pthread_create(&threads[POLLERS], 0, set, 0);
#endif
  for (int i = 0; i <= POLLERS; ++i) pthread_join(threads[i], 0);
#if defined EITHER
  assert(left_saw || right_saw);
#elif defined PASSED
  assert(!seen);
#endif
}
int main(void) { test(); }
