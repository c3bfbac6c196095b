// Both threads write both variables, in opposite order: can both first writes win?
// heddle: assertion
// heddle: -DNDEBUG clean 4
// heddle: sc clean 3
// heddle: tso clean
// heddle: -DO=memory_order_seq_cst clean 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef O
#define O memory_order_relaxed
#endif
atomic_int x, y;
void* left(void* unused) {
  atomic_store_explicit(&x, 1, O);
  atomic_store_explicit(&y, 2, O);
  return unused;
}
void* right(void* unused) {
  atomic_store_explicit(&y, 1, O);
  atomic_store_explicit(&x, 2, O);
  return unused;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(x == 1 && y == 1));
}
int main(void) { test(); }
