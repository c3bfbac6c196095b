// SPDX-License-Identifier: Apache-2.0
// All operations of 16 bits pass a message and compute what they should.
#include <pthread.h>
#include <sched.h>

unsigned short cell;
int x;

static void* first(void* argument) {
  (void)argument;
  x = 1;
  __atomic_fetch_add(&cell, 1, __ATOMIC_RELEASE);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  while (__atomic_load_n(&cell, __ATOMIC_ACQUIRE) != 1) sched_yield();
  x++;
  __atomic_fetch_or(&cell, 6, __ATOMIC_SEQ_CST);
  __atomic_fetch_and(&cell, 5, __ATOMIC_SEQ_CST);
  __atomic_fetch_xor(&cell, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_sub(&cell, 2, __ATOMIC_SEQ_CST);
  __atomic_fetch_nand(&cell, 3, __ATOMIC_SEQ_CST);
  __atomic_exchange_n(&cell, 9, __ATOMIC_SEQ_CST);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (cell != 9) return 9;
  return 0;
}
