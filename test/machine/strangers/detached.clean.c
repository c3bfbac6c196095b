/* Detached threads, attributes, pthread_self and pthread_equal, a count of those that are gone. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gone_changed = PTHREAD_COND_INITIALIZER;
static int gone;
static pthread_t main_thread;
static void *worker(void *argument) {
  assert(!pthread_equal(pthread_self(), main_thread));
  pthread_mutex_lock(&m);
  assert(pthread_equal(pthread_self(), pthread_self()));
  free(argument);
  gone++;
  pthread_cond_signal(&gone_changed);
  pthread_mutex_unlock(&m);
  pthread_exit(NULL);
}
int main(void) {
  pthread_attr_t attributes;
  main_thread = pthread_self();
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < 3; i++) {
    pthread_t id;
    int *own = malloc(sizeof *own);
    *own = i;
    if (pthread_create(&id, &attributes, worker, own)) abort();
  }
  pthread_attr_destroy(&attributes);
  pthread_mutex_lock(&m);
  while (gone < 3) pthread_cond_wait(&gone_changed, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
