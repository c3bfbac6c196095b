// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#include <time.h>
sem_t s;
void *f(void *u) { sem_post(&s); return u; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); int n = 0; struct timespec ts = {4000000000, 0}; for (int i = 0; i < 5; i++) { if (sem_timedwait(&s, &ts)) n++; else break; } assert(n < 4); pthread_join(t, 0); return 0; }
