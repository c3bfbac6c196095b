// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <time.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a); f(0); clock_gettime(CLOCK_MONOTONIC, &b); assert(b.tv_sec - a.tv_sec < 5); pthread_join(t, 0); return 0; }
