// Peterson's lock needs sequential consistency between announcing and looking.
// heddle: spare 1
// heddle: clean
// heddle: -DANNOUNCE=memory_order_release -DYIELD_TURN=memory_order_release data-race
// heddle: -DLOOK=memory_order_relaxed data-race
// heddle: -DLEAVE=memory_order_relaxed data-race
// heddle: -DANNOUNCE=memory_order_relaxed -DYIELD_TURN=memory_order_relaxed -DLOOK=memory_order_acquire -DFENCE clean
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ANNOUNCE
#define ANNOUNCE memory_order_seq_cst
#endif
#ifndef YIELD_TURN
#define YIELD_TURN memory_order_seq_cst
#endif
#ifndef LOOK
#define LOOK memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif
#ifdef FENCE
#define BETWEEN atomic_thread_fence(memory_order_seq_cst)
#else
#define BETWEEN
#endif
atomic_int wants[2], turn;
int counter;
void* enter(void* argument) {
  int self = argument != 0;
  atomic_store_explicit(&wants[self], 1, ANNOUNCE);
  BETWEEN;
  atomic_store_explicit(&turn, !self, YIELD_TURN);
  BETWEEN;
  while (atomic_load_explicit(&wants[!self], LOOK) && atomic_load_explicit(&turn, LOOK) != self)
    ;
  counter++;
  atomic_store_explicit(&wants[self], 0, LEAVE);
  return 0;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, &counter);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
}
int main(void) { test(); }
