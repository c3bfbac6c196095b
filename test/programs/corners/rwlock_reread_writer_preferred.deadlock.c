// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
pthread_rwlock_t l;
void *r(void *a) { pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); return a; }
void *w(void *a) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return a; }
int main(void) {
  pthread_rwlockattr_t at; pthread_rwlockattr_init(&at);
  pthread_rwlockattr_setkind_np(&at, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&l, &at);
  pthread_t a, b; pthread_create(&a, 0, r, 0); pthread_create(&b, 0, w, 0);
  pthread_join(a, 0); pthread_join(b, 0);
}
