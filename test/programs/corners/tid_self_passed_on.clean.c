// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s; pthread_t id;
void *f(void *p) { id = pthread_self(); sem_post(&s); return (void *)5; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); sem_wait(&s); void *r; pthread_join(id, &r); return r == (void *)5 ? 0 : 1; }
