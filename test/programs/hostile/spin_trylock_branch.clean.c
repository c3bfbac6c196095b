// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <assert.h>
pthread_spinlock_t s; int x, miss;
void *f(void *u) { int r = pthread_spin_trylock(&s); if (!r) { x++; pthread_spin_unlock(&s); } else { assert(r == EBUSY); __atomic_add_fetch(&miss, 1, __ATOMIC_RELAXED); } return u; }
int main(void) { pthread_spin_init(&s, PTHREAD_PROCESS_SHARED); pthread_t t, q; pthread_create(&t, 0, f, 0); pthread_create(&q, 0, f, 0); pthread_join(t, 0); pthread_join(q, 0); assert(x + miss == 2 && x >= 1); pthread_spin_destroy(&s); return 0; }
