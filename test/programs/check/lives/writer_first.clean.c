// Writer preference without readers that come again.
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int number;
static void* writes(void* unused) {
  pthread_rwlock_wrlock(&rwlock);
  ++number;
  pthread_rwlock_unlock(&rwlock);
  return unused;
}
static void* reads(void* unused) {
  pthread_rwlock_rdlock(&rwlock);
  int seen = number;
  pthread_rwlock_unlock(&rwlock);
  return seen > 2 ? &number : unused;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writes, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_create(&c, 0, writes, 0);
  reads(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return number == 2 ? 0 : 1;
}
