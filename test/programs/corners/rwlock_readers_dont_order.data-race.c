// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x, flag, seen;
void *f(void *p) { x = 1; pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); seen = x; pthread_join(t, 0); }
