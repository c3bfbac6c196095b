// SPDX-License-Identifier: Apache-2.0
// Sixteen bytes at once.
// flags: -mcx16 -latomic
// compilers: gcc
#include <pthread.h>
#include <sched.h>

static _Alignas(16) unsigned __int128 cell;
int x;

static void* first(void* argument) {
  (void)argument;
  x = 1;
  __atomic_store_n(&cell, 1, __ATOMIC_RELEASE);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (__atomic_load_n(&cell, __ATOMIC_ACQUIRE) != 1) sched_yield();
  x++;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
