// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; sem_t s;
void *f(void *p) { sem_wait(&s); pthread_rwlock_unlock(&l); return p; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); pthread_rwlock_rdlock(&l); sem_post(&s); pthread_join(t, 0); }
