// Without it readers come first, and a reader may come again.
#include <pthread.h>
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static int number;
static void* writes(void* unused) {
  pthread_rwlock_wrlock(&rwlock);
  ++number;
  pthread_rwlock_unlock(&rwlock);
  return unused;
}
int main(void) {
  pthread_t thread;
  int before;
  pthread_create(&thread, 0, writes, 0);
  pthread_rwlock_rdlock(&rwlock);
  before = number;
  pthread_rwlock_rdlock(&rwlock);
  before -= number;
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_join(thread, 0);
  return before;
}
