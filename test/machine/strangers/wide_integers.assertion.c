/* What was read is old when it is written. */
#include <assert.h>
#include <pthread.h>

static unsigned __int128 total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  unsigned __int128 now = total;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  total = now + ((unsigned __int128)1 << 70);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(total == (unsigned __int128)1 << 71);
}
