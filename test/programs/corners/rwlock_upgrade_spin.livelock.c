// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;
void *f(void *p) { pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_rdlock(&l); while (pthread_rwlock_trywrlock(&l)) ; x++; pthread_rwlock_unlock(&l); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
