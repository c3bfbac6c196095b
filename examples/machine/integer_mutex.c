/* SPDX-License-Identifier: Apache-2.0 */
/* The counter of counter.c with the mutex of the paper itself: an integer that is the number of its holder, or 0. An
 * acquire waits until it is 0. Whoever has the mutex has exclusive access to it, and to what it protects. So an acquire
 * is a right mover, a release a left mover, as those of a pthread_mutex_t. Try -D FORGOTTEN. */
#include <assert.h>
#include <pthread.h>

#include <heddle/annotate.h>

#ifndef K
#define K 4
#endif

static int x, y, mx, my;
static _Atomic int count;
static int has_x(int t) { return mx == t; }
static int has_y(int t) { return my == t; }
HEDDLE_EXCLUSIVE(mx, has_x);
HEDDLE_EXCLUSIVE(my, has_y);
HEDDLE_EXCLUSIVE(x, has_x);
HEDDLE_EXCLUSIVE(y, has_y);

static void acquire(int *m) {
  heddle_atomic {
    heddle_assume(*m == 0);
    *m = heddle_self();
  }
}
static void release(int *m) { heddle_atomic { *m = 0; } }

static void add_to_count(int n) { heddle_atomic { count = (count + n + K) % K; } }

static void incr(void) {
  acquire(&mx);
  int tx = x;
  add_to_count(1);
  x = (tx + 1) % K;
  release(&mx);
}

static void decr(void) {
  acquire(&my);
  int ty = y;
  add_to_count(-1);
  y = (ty + 1) % K;
  release(&my);
}

static int read_counter(void) {
  acquire(&mx);
  int tx = x;
#ifndef FORGOTTEN
  acquire(&my);
#endif
  int ty = y;
  assert(count == (tx - ty + K) % K);
#ifndef FORGOTTEN
  release(&my);
#endif
  release(&mx);
  return tx - ty;
}

static void *user(void *unused) {
  (void)unused;
  while (1) switch (heddle_choose(3)) {
      case 0: incr(); break;
      case 1: decr(); break;
      default: read_counter();
    }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, user, 0);
  user(0);
  return 0;
}
