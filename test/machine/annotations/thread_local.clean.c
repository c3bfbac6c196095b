/* One thread's own, and main's when that one is gone. */
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
static int x;
HEDDLE_THREAD_LOCAL(x);
static void *worker(void *p) { x++; x++; return p; }
int main(void) {
  pthread_t id;
  x = 1;
  pthread_create(&id, 0, worker, 0);
  pthread_join(id, 0);
  assert(x == 3);
}
