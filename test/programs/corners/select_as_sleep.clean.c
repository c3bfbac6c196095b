// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sys/select.h>
#include <poll.h>
#include <time.h>
#include <assert.h>
static long now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1000 + t.tv_nsec / 1000000; }
void *f(void *p) { long a = now(); struct timeval v = {0, 20000}; select(0, 0, 0, 0, &v); poll(0, 0, 20); assert(now() - a >= 39); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
