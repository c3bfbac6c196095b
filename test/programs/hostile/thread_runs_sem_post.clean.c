// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
sem_t s; int x;
int main(void) { sem_init(&s, 0, 0); x = 1; pthread_t t; pthread_create(&t, 0, (void *(*)(void *))sem_post, &s); sem_wait(&s); pthread_join(t, 0); return 0; }
