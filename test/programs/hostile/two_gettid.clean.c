// SPDX-License-Identifier: Apache-2.0
// right: two live threads have different gettid
#define _GNU_SOURCE
#include <unistd.h>
#include <pthread.h>
static pthread_barrier_t b;
static void*f(void*p){*(pid_t*)p=gettid();pthread_barrier_wait(&b);return 0;}
int main(void){pthread_barrier_init(&b,0,3);pid_t x,y;pthread_t t,u;pthread_create(&t,0,f,&x);pthread_create(&u,0,f,&y);pthread_barrier_wait(&b);pthread_join(t,0);pthread_join(u,0);return x==y||x==gettid();}
