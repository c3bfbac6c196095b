// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_spinlock_t s; int x;
void *f(void *u) { if (!pthread_spin_trylock(&s)) { x++; pthread_spin_unlock(&s); } return u; }
int main(void) { pthread_spin_init(&s, 0); pthread_t t, q; pthread_create(&t, 0, f, 0); pthread_create(&q, 0, f, 0); pthread_join(t, 0); pthread_join(q, 0); assert(x == 2); return 0; }
