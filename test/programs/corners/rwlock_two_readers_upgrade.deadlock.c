// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;
void *f(void *p) { pthread_rwlock_rdlock(&l); int k = x; if (k == 0) { pthread_rwlock_unlock(&l); pthread_rwlock_wrlock(&l); x = 1; } pthread_rwlock_unlock(&l); return p; }
void *g(void *p) { pthread_rwlock_rdlock(&l); int k = x; if (k == 1) pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g(0); pthread_join(t, 0); }
