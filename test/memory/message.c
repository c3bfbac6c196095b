// Data, then a flag: the flag's store must release and its load acquire.
// heddle: weakest
// heddle: clean
// heddle: -DSTORE=memory_order_relaxed data-race
// heddle: -DLOAD=memory_order_relaxed data-race
// heddle: sc -DSTORE=memory_order_relaxed data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif
int data;
atomic_int ready;
void* writer(void* unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, STORE);
  return unused;
}
void* reader(void* unused) {
  if (atomic_load_explicit(&ready, LOAD)) assert(data == 42);
  return unused;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
int main(void) { test(); }
