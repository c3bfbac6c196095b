/* A variable lent to another thread, and not taken back before its scope ends. (also: data-race) */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static void *writer(void *argument) {
  pthread_mutex_lock(&m);
  if (shared) *shared = 1;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  {
    int lent = 0;
    pthread_mutex_lock(&m);
    shared = &lent;
    pthread_mutex_unlock(&m);
  }
  pthread_join(thread, 0);
}
