// A routine takes a mutex; its holder waits for the routine's end.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void routine(void) {
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}
static void *initialise(void *none) {
  pthread_once(&once, routine);
  return none;
}

int main(void) {
  pthread_t other;
  pthread_barrier_init(&both, 0, 2);
  pthread_mutex_lock(&mutex);
  pthread_create(&other, 0, initialise, 0);
  pthread_barrier_wait(&both);
  pthread_once(&once, routine);
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
  return 0;
}
