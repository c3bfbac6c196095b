// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>
#include <errno.h>
#include <time.h>
#include <pthread.h>
sem_t s; void*f(void*p){ sem_post(&s); return 0; }
int main(){ sem_init(&s,0,1); pthread_t t; pthread_create(&t,0,f,0); struct timespec ts={0,1000000000}; int r=sem_timedwait(&s,&ts); int e=errno; pthread_join(t,0); int v; sem_getvalue(&s,&v); return !(r==-1&&e==EINVAL&&v==2); }
