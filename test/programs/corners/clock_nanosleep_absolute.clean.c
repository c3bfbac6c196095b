// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <assert.h>
void *f(void *p) { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a); a.tv_sec += 2; clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &a, 0); clock_gettime(CLOCK_MONOTONIC, &b); assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec)); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
