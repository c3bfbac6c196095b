// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
_Thread_local int v = 3; sem_t a, b; int *p;
void *f(void *u) { p = &v; sem_post(&a); sem_wait(&b); return u; }
int main(void) { sem_init(&a, 0, 0); sem_init(&b, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); sem_wait(&a); *p = 4; sem_post(&b); pthread_join(t, 0); return 0; }
