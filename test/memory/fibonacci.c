// Two threads add each other's sums; numbers of executions as other checkers count them.
// heddle: -DN=1 clean 11
// heddle: -DN=2 clean 153
// heddle: -DN=3 clean 2,258
// heddle: -DN=4 clean 34,205
// heddle: -DN=5 clean 525,630
// heddle: sc -DN=1 clean 11
// heddle: sc -DN=2 clean 140
// heddle: sc -DN=3 clean 1,698
// heddle: sc -DN=4 clean 19,605
// heddle: sc -DN=5 clean 218,243
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(x) atomic_load_explicit(&x, memory_order_acquire)
#define STORE(x, v) atomic_store_explicit(&x, v, memory_order_release)
atomic_int x = 1, y = 1;
void* left(void* unused) {
  for (int i = 0; i < N; i++) {
    int a = LOAD(x), b = LOAD(y);
    STORE(x, a + b);
  }
  return unused;
}
void* right(void* unused) {
  for (int i = 0; i < N; i++) {
    int a = LOAD(x), b = LOAD(y);
    STORE(y, a + b);
  }
  return unused;
}
void test(void) {
  pthread_t p, q;
  pthread_create(&p, 0, left, 0);
  pthread_create(&q, 0, right, 0);
  int a = LOAD(x), b = LOAD(y);
  assert(a <= 144 && b <= 144);
  pthread_join(p, 0);
  pthread_join(q, 0);
}
int main(void) { test(); }
