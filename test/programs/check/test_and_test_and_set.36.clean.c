// SPDX-License-Identifier: Apache-2.0
// A lock by test and test-and-set: who looked in time and came too late for the exchange begins again, as if he had not looked.
// 36 = 6 orders of three threads, times which of one, two, three releases each of them saw when it looked.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int taken;
static int counter;
static void* work(void* unused) {
  do {
    while (taken != 0) {
    }
  } while (atomic_exchange(&taken, 1) != 0);
  ++counter;
  taken = 0;
  return unused;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(counter == 3);
  return 0;
}
