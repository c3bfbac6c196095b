// Dekker's algorithm with fences, as Linux's smp_mb would stand in it.
// heddle: weakest
// heddle: clean
// heddle: -DMB=memory_order_acq_rel data-race
// heddle: -DLEAVE=memory_order_relaxed data-race
// heddle: tso -DMB=memory_order_acq_rel data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef MB
#define MB memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
atomic_int wants[2];
int counter;
void* try_once(void* argument) {
  int self = argument != 0;
  atomic_store_explicit(&wants[self], 1, memory_order_relaxed);
  atomic_thread_fence(MB);
  if (!atomic_load_explicit(&wants[!self], memory_order_acquire)) counter++;
  atomic_store_explicit(&wants[self], 0, LEAVE);
  return 0;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, try_once, 0);
  pthread_create(&b, 0, try_once, &counter);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
int main(void) { test(); }
