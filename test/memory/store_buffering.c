// Each thread announces itself, then looks for the other: with anything weaker than seq_cst both may miss it.
// heddle: -DO=memory_order_seq_cst clean 3
// heddle: sc clean 3
// heddle: -DO=memory_order_relaxed assertion
// heddle: -DO=memory_order_relaxed mended 0 2
// heddle: -DNDEBUG clean 4
// heddle: tso assertion
// heddle: -DFENCE clean 3
// heddle: tso -DFENCE clean 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef O
#define O memory_order_relaxed
#endif
#ifdef FENCE
#define BETWEEN atomic_thread_fence(memory_order_seq_cst)
#else
#define BETWEEN
#endif
atomic_int x, y;
int seen_x, seen_y;
void* left(void* unused) {
  atomic_store_explicit(&x, 1, O);
  BETWEEN;
  seen_y = atomic_load_explicit(&y, O);
  return unused;
}
void* right(void* unused) {
  atomic_store_explicit(&y, 1, O);
  BETWEEN;
  seen_x = atomic_load_explicit(&x, O);
  return unused;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen_x == 1 || seen_y == 1);
}
int main(void) { test(); }
