// The condition variable is on the stack of a function that returns while a thread waits for it.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int waiting;
static void* waits(void* condition) {
  pthread_mutex_lock(&mutex);
  waiting = 1;
  pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
__attribute__((noinline)) static pthread_t starts(void) {
  pthread_t thread;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  int now;
  pthread_create(&thread, 0, waits, &condition);
  pthread_mutex_lock(&mutex);
  now = waiting;
  pthread_mutex_unlock(&mutex);
  if (!now) exit(0);
  return thread;
}
int main(void) { pthread_join(starts(), 0); }
