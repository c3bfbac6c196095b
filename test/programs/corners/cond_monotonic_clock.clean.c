// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c; int go;
static struct timespec now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t; }
void *f(void *p) { pthread_mutex_lock(&m); struct timespec e = now(); e.tv_sec += 1; int r = 0; while (!go && r == 0) r = pthread_cond_timedwait(&c, &m, &e); if (r) { assert(r == ETIMEDOUT); struct timespec n = now(); assert(n.tv_sec > e.tv_sec || (n.tv_sec == e.tv_sec && n.tv_nsec >= e.tv_nsec)); } pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_condattr_t a; pthread_condattr_init(&a); pthread_condattr_setclock(&a, CLOCK_MONOTONIC); pthread_cond_init(&c, &a); pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); go = 1; pthread_mutex_unlock(&m); pthread_cond_signal(&c); pthread_join(t, 0); }
