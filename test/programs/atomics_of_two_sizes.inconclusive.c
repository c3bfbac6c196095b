// SPDX-License-Identifier: Apache-2.0
// Half of an atomic is read as an atomic of its own: on the machine that synchronises, by C's rules it is no such thing.
// reason: do not begin at one address
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

static uint64_t whole;
static int data;
static void* writer(void* argument) {
  data = 1;
  __atomic_store_n(&whole, (uint64_t)1 << 32, __ATOMIC_RELEASE);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  while (__atomic_load_n((uint32_t*)&whole + 1, __ATOMIC_RELAXED) == 0) sched_yield();
  pthread_join(thread, 0);
  return data == 1 ? 0 : 9;
}
