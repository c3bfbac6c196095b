#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
static unsigned limit;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  pthread_mutex_lock(&m);
  if (limit < 20) limit = 20;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  limit = heddle_choose(3000000000u);
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  pthread_mutex_lock(&m);
  unsigned now = limit;
  pthread_mutex_unlock(&m);
  pthread_join(id, 0);
  assert(limit >= 20 && (now >= 20 || limit == 20));
  assert(limit < 3000000000u);
}
