// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <semaphore.h>
pthread_key_t k; void *shared; sem_t s, r;
void *f(void *p) { pthread_setspecific(k, shared); sem_post(&s); sem_wait(&r); return p; }
int main(void) { sem_init(&s, 0, 0); sem_init(&r, 0, 0); shared = malloc(8); pthread_key_create(&k, free); pthread_t t;
  pthread_create(&t, 0, f, 0); sem_wait(&s); pthread_key_delete(k); sem_post(&r); pthread_join(t, 0); free(shared); }
