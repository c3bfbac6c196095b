/* Functions to be run at exit are. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int cleaned;
static void clean(void) { cleaned = 1; assert(0); }
static void *worker(void *unused) { return unused; }
int main(void) {
  pthread_t t;
  if (atexit(clean) != 0) return 1;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  exit(cleaned);
}
