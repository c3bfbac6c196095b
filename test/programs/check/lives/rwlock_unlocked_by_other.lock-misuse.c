// A thread that does not hold it gives a read lock back.
#include <pthread.h>
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void* work(void* unused) {
  pthread_rwlock_unlock(&rwlock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&rwlock);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}
