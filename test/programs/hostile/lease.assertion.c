// SPDX-License-Identifier: Apache-2.0
// wrong: lease: T1 checks the lease is valid, then writes; T2 takes over when it ran out: both "hold" it
#include <time.h>
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int users;static long long until;
static long long now(void){struct timespec t;clock_gettime(CLOCK_MONOTONIC,&t);return t.tv_sec;}
static void*a(void*p){if(now()<until){assert(users++==0);users--;}return 0;}
static void*b(void*p){if(now()>=until){assert(users++==0);users--;}return 0;}
int main(void){until=now()+5;pthread_t t,u;pthread_create(&t,0,a,0);pthread_create(&u,0,b,0);pthread_join(t,0);pthread_join(u,0);return 0;}
