// SPDX-License-Identifier: Apache-2.0
// right: sched param of self
#include <pthread.h>
#include <sched.h>
static void*f(void*p){int pol;struct sched_param q;int r=pthread_getschedparam(pthread_self(),&pol,&q);return (void*)(long)(r||pol!=SCHED_OTHER);}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return r!=0;}
