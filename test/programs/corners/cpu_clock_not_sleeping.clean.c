// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#include <assert.h>
void *f(void *p) { struct timespec a, b; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a); sleep(100); clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b); assert(b.tv_sec - a.tv_sec < 50); return p; }
int main(void) { pthread_t t; (void)t; pthread_create(&t, 0, (void *(*)(void *))f, 0); pthread_join(t, 0); }
