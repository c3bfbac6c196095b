// What a thread does before an assumption fails counts: others see it, whatever the reduction takes as one step.
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int x;
static int y;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  x = 1;
  y = 1;
  heddle_assume(y == 2);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  assert(x == 0);
  pthread_mutex_lock(&m);
  y = 2;
  pthread_mutex_unlock(&m);
  pthread_join(id, 0);
}
