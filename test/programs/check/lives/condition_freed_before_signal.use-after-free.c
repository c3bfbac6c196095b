// The waiter sees the flag without waiting and frees the condition that is still to be signalled.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static void* work(void* condition) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(condition);
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_cond_t* condition = malloc(sizeof *condition);
  pthread_cond_init(condition, 0);
  pthread_create(&thread, 0, work, condition);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  free(condition);
  pthread_join(thread, 0);
}
