/* SPDX-License-Identifier: Apache-2.0 */
/* Leader election in a ring (Le Lann; Chang and Roberts): N nodes send their numbers round, each lets only those pass
 * that are higher than its own, and who gets its own number back is the leader. Each node has one place for mail.
 * Then they begin anew, for ever. Try -D LOWER_PASS. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int mail[N];
static atomic_int leaders;
static const int number[] = {3, 1, 4, 2, 5, 6, 7, 8};

static void send(int to, int what) {
  while (atomic_load(&mail[to]) != 0) {
  }
  atomic_store(&mail[to], what);
}

static int receive(int at) {
  int what = 0;
  while ((what = atomic_load(&mail[at])) == 0) {
  }
  atomic_store(&mail[at], 0);
  return what;
}

static void *node(void *argument) {
  const int me = (int)(long)argument;
  const int next = (me + 1) % N;
  while (1) {
    send(next, number[me]);
    int told = 0;
    while (!told) {
      const int heard = receive(me);
      if (heard == 9) { /* there is a leader */
        if (atomic_load(&leaders) != 0) send(next, 9);
        told = 1;
      } else if (heard == number[me]) {
        assert(atomic_fetch_add(&leaders, 1) == 0);
        send(next, 9);
        receive(me); /* round again */
        atomic_store(&leaders, 0);
        told = 1;
#ifdef LOWER_PASS
      } else {
#else
      } else if (heard > number[me]) {
#endif
        send(next, heard);
      }
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; ++i) pthread_create(&threads[i], 0, node, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
}
