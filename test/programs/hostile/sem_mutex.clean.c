// SPDX-License-Identifier: Apache-2.0
// right: semaphore as mutex, posted by other thread than waited.
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
static sem_t a,b;static int x;
static void*f(void*p){for(int i=0;i<2;i++){sem_wait(&a);x++;sem_post(&b);}return p;}
int main(void){sem_init(&a,0,0);sem_init(&b,0,0);pthread_t t;pthread_create(&t,0,f,0);for(int i=0;i<2;i++){x++;sem_post(&a);sem_wait(&b);}pthread_join(t,0);assert(x==4);sem_destroy(&a);sem_destroy(&b);return 0;}
