/* SPDX-License-Identifier: Apache-2.0 */
/* Two buffers go round between a producer and a consumer for ever, without a lock: whose turn a buffer is, an atomic flag
 * says. No lock protects what is in them, so with `--reduction transactions` each access is a step that others see; with
 * `goldilocks` whoever has been handed a buffer has it for himself. Try -D EARLY, which hands over too early. */
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 4
#endif
#define BUFFERS 2

static int buffer[BUFFERS][SIZE];
static _Atomic int full[BUFFERS];

static void *consumer(void *unused) {
  (void)unused;
  for (int turn = 0;; turn = (turn + 1) % BUFFERS) {
    while (!full[turn]) {
    }
    for (int i = 0; i < SIZE; ++i) assert(buffer[turn][i] == turn + i);
    for (int i = 0; i < SIZE; ++i) buffer[turn][i] = 0;
    full[turn] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, consumer, 0);
  for (int turn = 0;; turn = (turn + 1) % BUFFERS) {
    while (full[turn]) {
    }
#ifdef EARLY
    full[turn] = 1;
#endif
    for (int i = 0; i < SIZE; ++i) buffer[turn][i] = turn + i;
    full[turn] = 1;
  }
}
