// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <time.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct timespec last;
static int before(struct timespec p, struct timespec q) { return p.tv_sec < q.tv_sec || (p.tv_sec == q.tv_sec && p.tv_nsec <= q.tv_nsec); }
void *f(void *u) { struct timespec n; clock_gettime(CLOCK_MONOTONIC, &n); pthread_mutex_lock(&m); assert(before(last, n)); last = n; pthread_mutex_unlock(&m); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
