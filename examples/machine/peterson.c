/* SPDX-License-Identifier: Apache-2.0 */
/* Peterson's algorithm for ever. Each thread counts its visits modulo K, so there are finitely many states. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef K
#define K 8
#endif

static atomic_int flag[2], turn;
static int visits[2], inside;

static void *run(void *argument) {
  const int me = (int)(long)argument, other = 1 - me;
  while (1) {
    flag[me] = 1;
    turn = other;
    while (flag[other] && turn == other) {
    }
    ++inside;
    assert(inside == 1);
    visits[me] = (visits[me] + 1) % K;
    --inside;
    flag[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, (void *)1L);
  run(0);
}
