// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <errno.h>
/* both readers upgrade by a timed write lock; on timeout they retry without a timeout: ring */
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *u) { pthread_rwlock_rdlock(&l); struct timespec p = {1, 0}; if (pthread_rwlock_timedwrlock(&l, &p) == ETIMEDOUT) pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); return 0; }
