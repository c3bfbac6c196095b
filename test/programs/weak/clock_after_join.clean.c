// SPDX-License-Identifier: Apache-2.0
// Whoever starts a thread, or waits for its end, tells it the time: no look comes before one that happens before it.
#include <pthread.h>
#include <assert.h>
#include <time.h>
#include <stdint.h>
static int64_t last;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int64_t look(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000000000LL + t.tv_nsec; }
static void* two(void* a) { int64_t now = look(); pthread_mutex_lock(&m); assert(now >= last); last = now; pthread_mutex_unlock(&m); return a; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, two, 0); pthread_join(a, 0);
  int64_t now = look(); assert(now >= last); last = now;
  pthread_create(&b, 0, two, 0); pthread_join(b, 0);
}
