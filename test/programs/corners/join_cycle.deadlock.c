// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
pthread_t a, b; sem_t s;
void *f(void *p) { sem_wait(&s); pthread_join(b, 0); return p; }
void *g(void *p) { sem_wait(&s); pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); pthread_join(a, 0); return p; }
int main(void) { sem_init(&s, 0, 0); pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); sem_post(&s); sem_post(&s); pthread_exit(0); }
