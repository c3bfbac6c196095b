// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
sem_t s;
void *f(void *p) { sem_post(&s); return p; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); struct timespec e, n; clock_gettime(CLOCK_REALTIME, &e); e.tv_sec += 3; int r; while ((r = sem_timedwait(&s, &e)) && errno == EINTR) ; if (r) { assert(errno == ETIMEDOUT); clock_gettime(CLOCK_REALTIME, &n); assert(n.tv_sec >= e.tv_sec); } pthread_join(t, 0); }
