// SPDX-License-Identifier: Apache-2.0
// right: thread CPU clock of a fresh thread is small and monotone
#include <pthread.h>
#include <time.h>
static long long cpu(void){struct timespec t;clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t);return t.tv_sec*1000000000LL+t.tv_nsec;}
static void*f(void*p){long long a=cpu(),b=cpu();return (void*)(long)(b<a);}
int main(void){pthread_t t,u;void*r,*q;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,&r);pthread_join(u,&q);return r||q;}
