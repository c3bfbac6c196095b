// Threads that increment once: as many executions as orders.
// heddle: -DN=2 clean 2
// heddle: -DN=3 clean 6
// heddle: -DN=4 clean 24
// heddle: -DN=5 clean 120
// heddle: -DN=6 clean 720
// heddle: -DN=7 clean 5,040
// heddle: sc -DN=4 clean 24
// heddle: tso -DN=4 clean 24
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void* add(void* unused) {
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return unused;
}
void test(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(x == N);
}
int main(void) { test(); }
