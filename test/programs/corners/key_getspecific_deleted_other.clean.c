// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
pthread_key_t k; sem_t a, b; int n;
void d(void *p) { n += 1; free(p); } void d2(void *p) { n += 100; }
void *f(void *p) { pthread_setspecific(k, malloc(1)); sem_post(&a); sem_wait(&b); free(p); return 0; }
int main(void) { sem_init(&a, 0, 0); sem_init(&b, 0, 0); pthread_key_create(&k, d); pthread_t t; pthread_create(&t, 0, f, malloc(2)); sem_wait(&a); pthread_key_delete(k); pthread_key_create(&k, d2); sem_post(&b); pthread_join(t, 0); return n; }
