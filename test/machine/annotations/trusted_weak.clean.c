/* Trusted functions with weak atomics around: happens-before does not count their accesses either. */
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
int hits;
atomic_int order;
HEDDLE_TRUSTED static void hit(void) { hits++; }
void *t(void *p) { hit(); atomic_store_explicit(&order, 1, memory_order_relaxed); return 0; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  int seen = hits; /* races with the trusted function only */
  pthread_join(id, 0);
  return seen == 7;
}
