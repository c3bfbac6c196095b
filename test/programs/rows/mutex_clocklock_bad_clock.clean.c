// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <time.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int x;
void*f(void*p){ struct timespec ts={0,0}; int r=pthread_mutex_clocklock(&m,CLOCK_PROCESS_CPUTIME_ID,&ts); if(r==0){ x++; pthread_mutex_unlock(&m);} else if(r!=EINVAL) return (void*)1; return 0; }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_join(t,&r); return r!=0; }
