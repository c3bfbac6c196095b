// One location never goes backwards, whatever the orders; and load buffering does not happen.
// heddle: clean 12
// heddle: sc clean 12
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define O memory_order_relaxed
atomic_int x;
int first, second;
void* one(void* unused) {
  atomic_store_explicit(&x, 1, O);
  return unused;
}
void* two(void* unused) {
  atomic_store_explicit(&x, 2, O);
  return unused;
}
void* look(void* unused) {
  first = atomic_load_explicit(&x, O);
  second = atomic_load_explicit(&x, O);
  return unused;
}
void test(void) {
  pthread_t t[3];
  void* (*run[3])(void*) = {one, two, look};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(!(first != 0 && second == 0));
  assert(!(first == 1 && second == 2 && x == 1));
}
int main(void) { test(); }
