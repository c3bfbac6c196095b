// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
sem_t s;
void *f(void *p) { sem_post(&s); return p; }
int main(void) { sem_init(&s, 0, 0); pthread_t t; pthread_create(&t, 0, f, 0); int ok = 0; for (int i = 0; i < 12 && !ok; i++) ok = sem_trywait(&s) == 0; assert(ok); pthread_join(t, 0); }
