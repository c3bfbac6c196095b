/* SPDX-License-Identifier: Apache-2.0 */
/* The counter of "Transactions for Software Model Checking", section 2. Two threads call its methods for ever;
 * `count` is there only to say what is right. Numbers are taken modulo K, so there are finitely many states.
 * Each method is one transaction. Try -D WRONG_RELEASE and -D COUNT_OUTSIDE. */
#include <assert.h>
#include <pthread.h>

#include <heddle/annotate.h>

#ifndef K
#define K 4
#endif

static int x, y;
static _Atomic int count;
static pthread_mutex_t mx = PTHREAD_MUTEX_INITIALIZER, my = PTHREAD_MUTEX_INITIALIZER;

static void add_to_count(int n) { heddle_atomic { count = (count + n + K) % K; } }

static void incr(void) {
  pthread_mutex_lock(&mx);
  int tx = x;
  add_to_count(1);
  x = (tx + 1) % K;
  pthread_mutex_unlock(&mx);
}

static void decr(void) {
  pthread_mutex_lock(&my);
  int ty = y;
#ifndef COUNT_OUTSIDE
  add_to_count(-1);
#endif
  y = (ty + 1) % K;
#ifdef WRONG_RELEASE
  pthread_mutex_unlock(&mx);
#else
  pthread_mutex_unlock(&my);
#endif
#ifdef COUNT_OUTSIDE
  add_to_count(-1);
#endif
}

static int read_counter(void) {
  pthread_mutex_lock(&mx);
  int tx = x;
  pthread_mutex_lock(&my);
  int ty = y;
  assert(count == (tx - ty + K) % K);
  pthread_mutex_unlock(&my);
  pthread_mutex_unlock(&mx);
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
