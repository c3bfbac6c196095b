#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int left_in, right_in;
int left_alone, right_alone;
void *left(void *unused) {
  atomic_store_explicit(&left_in, 1, memory_order_release);
  left_alone = !atomic_load_explicit(&right_in, memory_order_acquire);
  return unused;
}
void *right(void *unused) {
  atomic_store_explicit(&right_in, 1, memory_order_release);
  right_alone = !atomic_load_explicit(&left_in, memory_order_acquire);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(left_alone && right_alone));
}
