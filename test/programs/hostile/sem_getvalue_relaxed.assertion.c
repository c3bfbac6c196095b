// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
int x, a; sem_t s;
/* sem_getvalue orders nothing */
void *f(void *u) { __atomic_store_n(&x, 1, __ATOMIC_RELAXED); sem_post(&s); return u; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); int v; sem_getvalue(&s, &v); if (v) assert(__atomic_load_n(&x, __ATOMIC_RELAXED)); pthread_join(t, 0); return 0; }
