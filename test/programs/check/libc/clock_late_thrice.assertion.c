// SPDX-License-Identifier: Apache-2.0
// It can be late more than once.
#include <assert.h>
#include <pthread.h>
#include <time.h>
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec; }
static void* f(void* x) {
  const long a = now();
  const long b = now();
  const long c = now();
  const long d = now();
  assert(b - a < 5 || c - b < 5 || d - c < 5);
  return x;
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
