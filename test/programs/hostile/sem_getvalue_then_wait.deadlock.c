// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *f(void *u) { int v; sem_getvalue(&s, &v); if (v > 0) sem_wait(&s); return u; }
int main(void) { sem_init(&s, 0, 1); pthread_t t, q; pthread_create(&t, 0, f, 0); pthread_create(&q, 0, f, 0); pthread_join(t, 0); pthread_join(q, 0); return 0; }
