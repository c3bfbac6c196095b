// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x, a, b;
/* reader writes its own slot, writer collects */
void *f(void *p) { pthread_rwlock_rdlock(&l); *(int *)p = 1 + x; pthread_rwlock_unlock(&l); return 0; }
int main(void) { pthread_t t, s; pthread_create(&t, 0, f, &a); pthread_create(&s, 0, f, &b); pthread_rwlock_wrlock(&l); x = a + b; assert(x >= 0 && x <= 2); pthread_rwlock_unlock(&l); pthread_join(t, 0); pthread_join(s, 0); assert(a + b <= 4); return 0; }
