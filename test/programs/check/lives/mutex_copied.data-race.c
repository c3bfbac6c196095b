// A plain copy of a mutex in use reads its bytes.
#include <pthread.h>
#include <string.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, copy;
static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  memcpy(&copy, &mutex, sizeof mutex);
  pthread_join(thread, 0);
}
