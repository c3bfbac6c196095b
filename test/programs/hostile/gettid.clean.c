// SPDX-License-Identifier: Apache-2.0
// right: live threads have different kernel ids
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
static pid_t a,b;
static void*f(void*p){*(pid_t*)p=gettid();return 0;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,&a);pthread_create(&u,0,f,&b);pthread_join(t,0);pthread_join(u,0);assert(a!=getpid()&&b!=getpid()&&gettid()==getpid());return 0;}
