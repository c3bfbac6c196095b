// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;
void *f(void *u) { pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_rwlock_rdlock(&l); x++; pthread_rwlock_unlock(&l); pthread_join(t, 0); return 0; }
