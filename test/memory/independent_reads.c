// Two readers of two independent writers: must they agree on who came first?
// heddle: assertion
// heddle: -DLOAD=memory_order_acquire -DSTORE=memory_order_release assertion
// heddle: -DLOAD=memory_order_seq_cst -DSTORE=memory_order_seq_cst clean 15
// heddle: sc clean 15
// heddle: tso clean 15
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef LOAD
#define LOAD memory_order_relaxed
#endif
#ifndef STORE
#define STORE memory_order_relaxed
#endif
atomic_int x, y;
int a, b, c, d;
void* write_x(void* unused) {
  atomic_store_explicit(&x, 1, STORE);
  return unused;
}
void* write_y(void* unused) {
  atomic_store_explicit(&y, 1, STORE);
  return unused;
}
void* read_xy(void* unused) {
  a = atomic_load_explicit(&x, LOAD);
  b = atomic_load_explicit(&y, LOAD);
  return unused;
}
void* read_yx(void* unused) {
  c = atomic_load_explicit(&y, LOAD);
  d = atomic_load_explicit(&x, LOAD);
  return unused;
}
void test(void) {
  pthread_t t[4];
  void* (*run[4])(void*) = {write_x, write_y, read_xy, read_yx};
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, run[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
}
int main(void) { test(); }
