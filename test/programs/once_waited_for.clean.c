// Others wait until a routine is over, which takes a mutex that they take, too, before and after.
#include <pthread.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT, nested = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int made, used;

static void inner(void) { usleep(2000); }
static void routine(void) {
  pthread_once(&nested, inner);
  pthread_mutex_lock(&mutex);
  made = 1;
  pthread_mutex_unlock(&mutex);
}
static void *use(void *none) {
  pthread_once(&once, routine);
  pthread_mutex_lock(&mutex);
  used += made;
  pthread_mutex_unlock(&mutex);
  pthread_once(&once, routine);
  return none;
}

int main(void) {
  pthread_t others[4];
  for (int i = 0; i < 4; ++i) pthread_create(&others[i], 0, use, 0);
  for (int i = 0; i < 4; ++i) pthread_join(others[i], 0);
  return used != 4;
}
