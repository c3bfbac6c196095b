// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
/* the writer's wait is timed: the recursive reader gets on once it gave up */
void *w(void *u) { struct timespec ts; clock_gettime(CLOCK_REALTIME, &ts); ts.tv_nsec = 0; ts.tv_sec++; if (!pthread_rwlock_timedwrlock(&l, &ts)) pthread_rwlock_unlock(&l); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); pthread_join(t, 0); return 0; }
