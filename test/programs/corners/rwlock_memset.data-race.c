// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *f(void *p) { pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); memset(&l, 0, sizeof l); pthread_join(t, 0); }
