// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
int main_(void);
pthread_rwlock_t l;
void *w(void *u) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return u; }
int main(void) { pthread_rwlockattr_t a; pthread_rwlockattr_init(&a); pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NP); pthread_rwlock_init(&l, &a);
  pthread_t t; pthread_create(&t, 0, w, 0); pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); pthread_join(t, 0); return 0; }
