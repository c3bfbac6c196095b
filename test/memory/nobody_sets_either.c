// A loop looks at two values that nobody changes any more: everybody waits.
// heddle: livelock
// heddle: sc livelock
// heddle: -DENDS clean 3
// heddle: sc -DENDS clean 3
#include <pthread.h>
#include <stdatomic.h>
atomic_int first, second;
void* set_and_reset(void* unused) {
  atomic_store(&first, 2);
  atomic_store(&first, 0);
#ifdef ENDS
  atomic_store(&second, 1);
#endif
  return unused;
}
void* wait_for_either(void* unused) {
  while (atomic_load(&first) != 1 && atomic_load(&second) != 1)
    ;
  return unused;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait_for_either, 0);
  pthread_create(&b, 0, set_and_reset, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
int main(void) { test(); }
