// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
sem_t full, empty; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int buf, sum;
void *prod(void *p) { for (int i = 1; i <= 2; i++) { sem_wait(&empty); pthread_mutex_lock(&m); buf = i; pthread_mutex_unlock(&m); sem_post(&full); } return p; }
int main(void) { sem_init(&full, 0, 0); sem_init(&empty, 0, 1); pthread_t t; pthread_create(&t, 0, prod, 0); for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); if (i == 0) { pthread_mutex_unlock(&m); sem_wait(&full); pthread_mutex_lock(&m); } else sem_wait(&full); sum += buf; pthread_mutex_unlock(&m); sem_post(&empty); } pthread_join(t, 0); return sum - 3; }
