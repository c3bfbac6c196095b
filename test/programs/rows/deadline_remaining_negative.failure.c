// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
sem_t s; int bad;
static long now(){ struct timespec t; clock_gettime(CLOCK_REALTIME,&t); return t.tv_sec*1000+t.tv_nsec/1000000; }
void*f(void*p){ sem_post(&s); return 0; }
int main(){ sem_init(&s,0,0); pthread_t t; pthread_create(&t,0,f,0); long end=now()+500; while(sem_trywait(&s)){ long left=end-now(); if(left<0){ bad=1; break; } struct timespec n={0,left*1000000}; nanosleep(&n,0); } pthread_join(t,0); return bad; }
