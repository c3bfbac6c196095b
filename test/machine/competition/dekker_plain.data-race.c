// Dekker's algorithm with plain variables: right in the book, undefined in C. (also: livelock)
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
extern void __VERIFIER_atomic_begin();
extern void __VERIFIER_atomic_end();
int flag1 = 0, flag2 = 0, turn, x;
void *thr1(void *arg) {
  flag1 = 1;
  while (flag2 >= 1) {
    if (turn != 0) { flag1 = 0; while (turn != 0) {} flag1 = 1; }
  }
  x = 0;
  assert(x <= 0);
  turn = 1;
  flag1 = 0;
  return 0;
}
void *thr2(void *arg) {
  flag2 = 1;
  while (flag1 >= 1) {
    if (turn != 1) { flag2 = 0; while (turn != 1) {} flag2 = 1; }
  }
  x = 1;
  assert(x >= 1);
  turn = 1;
  flag2 = 0;
  return 0;
}
int main() {
  pthread_t t1, t2;
  __VERIFIER_atomic_begin();
  turn = 0;
  __VERIFIER_atomic_end();
  pthread_create(&t1, 0, thr1, 0);
  pthread_create(&t2, 0, thr2, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
