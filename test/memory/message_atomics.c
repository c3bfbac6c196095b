// The same with atomic data: no data race, but an old value. x86 does not show it; C++ allows it.
// heddle: clean 3
// heddle: -DSTORE=memory_order_relaxed assertion
// heddle: -DLOAD=memory_order_relaxed assertion
// heddle: -DSTORE=memory_order_relaxed mended 1 0
// heddle: -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed mended 2 0
// heddle: tso -DSTORE=memory_order_relaxed clean 3
// heddle: sc -DLOAD=memory_order_relaxed clean 3
// heddle: -DFENCES -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed clean 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef STORE
#define STORE memory_order_release
#endif
#ifndef LOAD
#define LOAD memory_order_acquire
#endif
#ifdef FENCES
#define FENCE(order) atomic_thread_fence(order)
#else
#define FENCE(order)
#endif
atomic_int data, ready;
int was_ready, value;
void* writer(void* unused) {
  atomic_store_explicit(&data, 42, memory_order_relaxed);
  FENCE(memory_order_release);
  atomic_store_explicit(&ready, 1, STORE);
  return unused;
}
void* reader(void* unused) {
  was_ready = atomic_load_explicit(&ready, LOAD);
  FENCE(memory_order_acquire);
  value = atomic_load_explicit(&data, memory_order_relaxed);
  return unused;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!was_ready || value == 42);
}
int main(void) { test(); }
