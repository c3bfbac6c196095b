// SPDX-License-Identifier: Apache-2.0
// wrong: semaphore of 2 as "mutex": race.
#include <pthread.h>
#include <semaphore.h>
static sem_t a;static int x;
static void*f(void*p){sem_wait(&a);x++;sem_post(&a);return p;}
int main(void){sem_init(&a,0,2);pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
