// Each of two routines calls the other's once, which the other thread is in.
#include <pthread.h>

static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static pthread_barrier_t both;

static void nothing(void) {}
static void in_first(void) {
  pthread_barrier_wait(&both);
  pthread_once(&second, nothing);
}
static void in_second(void) {
  pthread_barrier_wait(&both);
  pthread_once(&first, nothing);
}
static void *use_second(void *none) {
  pthread_once(&second, in_second);
  return none;
}

int main(void) {
  pthread_t other;
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&other, 0, use_second, 0);
  pthread_once(&first, in_first);
  pthread_join(other, 0);
  return 0;
}
