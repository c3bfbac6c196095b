// SPDX-License-Identifier: Apache-2.0
// right: SIGEV_THREAD timer calls function in a library-made thread
#include <signal.h>
#include <time.h>
#include <semaphore.h>
static sem_t s;
static void cb(union sigval v){sem_post(&s);}
int main(void){sem_init(&s,0,0);struct sigevent e={0};e.sigev_notify=SIGEV_THREAD;e.sigev_notify_function=cb;timer_t t;if(timer_create(CLOCK_MONOTONIC,&e,&t))return 0;struct itimerspec i={{0,0},{0,1000000}};timer_settime(t,0,&i,0);sem_wait(&s);timer_delete(t);return 0;}
