#include <pthread.h>
#include <stdatomic.h>
int x; _Atomic int f;
void *t(void *p) { x = 1; atomic_store_explicit(&f, 1, memory_order_release); return 0; }
int main(void) {
  pthread_t id; pthread_create(&id, 0, t, 0);
  if (atomic_load_explicit(&f, memory_order_acquire)) x = 2;
  pthread_join(id, 0);
}
