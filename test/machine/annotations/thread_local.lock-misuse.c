/* Handed over by a flag: no race, but not one thread's own. -DWITHOUT: clean */
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int ready;
#ifndef WITHOUT
HEDDLE_THREAD_LOCAL(x);
#endif
static void *worker(void *p) { if (ready) x++; return p; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  x = 1;
  ready = 1;
  pthread_join(id, 0);
}
