// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t s; 
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, (void *(*)(void *))sem_destroy, &s); sem_trywait(&s); pthread_join(t, 0); return 0; }
