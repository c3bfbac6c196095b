// With writer preference a reader that comes again waits for the writer that waits for it.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static void* writes(void* unused) {
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writes, 0);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  pthread_join(thread, 0);
}
