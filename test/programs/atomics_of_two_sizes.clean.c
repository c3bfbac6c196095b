// SPDX-License-Identifier: Apache-2.0
// Atomics of different sizes at one address are one location; neighbours that do not overlap are no matter of doubt.
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

static union {
  uint64_t whole;
  uint32_t low;
} flag;
static struct {
  uint32_t a, b;
} apart;
static int data;
static void* writer(void* argument) {
  data = 1;
  __atomic_fetch_add(&apart.a, 1, __ATOMIC_RELEASE);
  __atomic_fetch_add(&apart.b, 1, __ATOMIC_RELEASE);
  __atomic_store_n(&flag.whole, 1, __ATOMIC_RELEASE);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  while (__atomic_load_n(&flag.low, __ATOMIC_ACQUIRE) == 0) sched_yield();
  const int seen = data + (int)__atomic_load_n(&apart.b, __ATOMIC_RELAXED);
  pthread_join(thread, 0);
  return seen == 2 ? 0 : 9;
}
