#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int data, ready;
void *writer(void *unused) {
  atomic_store_explicit(&data, 42, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
void *reader(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed))
    ;
  atomic_thread_fence(memory_order_acquire);
  assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
