// A reader ends without giving its lock back: no writer ever gets it.
#include <pthread.h>
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void* work(void* unused) {
  pthread_rwlock_rdlock(&rwlock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_wrlock(&rwlock);
}
