// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sched.h>
#include <assert.h>
void*f(void*p){ int pol; struct sched_param s; assert(pthread_getschedparam(pthread_self(),&pol,&s)==0); assert(pol==SCHED_OTHER); return 0; }
int main(){ pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setinheritsched(&a,PTHREAD_EXPLICIT_SCHED); pthread_attr_setschedpolicy(&a,SCHED_OTHER); pthread_t t; pthread_create(&t,&a,f,0); f(0); pthread_join(t,0); return 0; }
