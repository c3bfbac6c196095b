// Peterson's lock by release and acquire, which does not exclude: how many executions there are.
// heddle: clean 22
// heddle: sc clean 4
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(x) atomic_load_explicit(&x, memory_order_acquire)
#define STORE(x, v) atomic_store_explicit(&x, v, memory_order_release)
static atomic_int wants[2], turn, inside;
static void* enter(void* second) {
  const int self = second != 0;
  STORE(wants[self], 1);
  STORE(turn, 1 - self);
  while (LOAD(wants[1 - self]) && LOAD(turn) != self) {
  }
  STORE(inside, self);
  (void)LOAD(inside);
  STORE(wants[self], 0);
  return 0;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, &turn);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
int main(void) { test(); }
