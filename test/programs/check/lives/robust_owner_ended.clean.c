// The next one is told, makes it consistent and goes on; unlocked without that it is lost.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex;
static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  pthread_mutex_destroy(&mutex);
}
