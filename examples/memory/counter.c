#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int visits;
void *visit(void *unused) {
  atomic_fetch_add_explicit(&visits, 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, visit, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(atomic_load_explicit(&visits, memory_order_relaxed) == 3);
}
