// Two threads join the same one.
#include <pthread.h>
static pthread_t first;
static void* work(void* unused) { return unused; }
static void* joins(void* unused) {
  pthread_join(first, 0);
  return unused;
}
int main(void) {
  pthread_t second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, joins, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
