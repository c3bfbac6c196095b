// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;
void *r(void *a) { pthread_rwlock_rdlock(&l); int k = x; pthread_rwlock_rdlock(&l); k += x; pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); return k & 1 ? a : a; }
void *w(void *a) { pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l); return a; }
int main(void) {
  pthread_t a, b; pthread_create(&a, 0, r, 0); pthread_create(&b, 0, w, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  pthread_rwlock_destroy(&l);
}
