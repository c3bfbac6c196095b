// SPDX-License-Identifier: Apache-2.0
// A loop that only looks at the clock ends.
#include <time.h>
#include <pthread.h>
static long ms(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
static void* f(void* x) { const long end = ms() + 30; while (ms() < end) {} return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); const long end = ms() + 3600000; while (ms() < end) {} pthread_join(t, 0); return 0; }
