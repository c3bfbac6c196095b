// Destroyed while a thread waits, under the mutex.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting;
static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  waiting = 1;
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&mutex);
  if (waiting) pthread_cond_destroy(&condition);
  pthread_mutex_unlock(&mutex);
}
