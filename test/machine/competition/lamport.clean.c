// Lamport's fast mutual exclusion for two threads, on atomics.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, b1, b2;
int X;
void *thr1(void *arg) {
  while (1) {
    b1 = 1;
    x = 1;
    if (y != 0) {
      b1 = 0;
      while (y != 0);
      continue;
    }
    y = 1;
    if (x != 1) {
      b1 = 0;
      while (b2 >= 1);
      if (y != 1) { while (y != 0); continue; }
    }
    goto breaklbl;
  }
breaklbl:
  X = 0;
  assert(X <= 0);
  y = 0;
  b1 = 0;
  return 0;
}
void *thr2(void *arg) {
  while (1) {
    b2 = 1;
    x = 2;
    if (y != 0) {
      b2 = 0;
      while (y != 0);
      continue;
    }
    y = 2;
    if (x != 2) {
      b2 = 0;
      while (b1 >= 1);
      if (y != 2) { while (y != 0); continue; }
    }
    goto breaklbl;
  }
breaklbl:
  X = 1;
  assert(X >= 1);
  y = 0;
  b2 = 0;
  return 0;
}
int main() {
  pthread_t t1, t2;
  pthread_create(&t1, 0, thr1, 0);
  pthread_create(&t2, 0, thr2, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
