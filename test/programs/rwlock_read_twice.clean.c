// A reader may take a lock once more that it reads under.
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static void* reads(void* unused) {
  int sum = 0;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  sum += value;
  pthread_rwlock_unlock(&lock);
  sum += value;
  pthread_rwlock_unlock(&lock);
  return sum > 2 ? unused : 0;
}
static void* writes(void* unused) {
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reads, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
