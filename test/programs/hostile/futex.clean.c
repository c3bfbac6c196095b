// SPDX-License-Identifier: Apache-2.0
// right: Drepper mutex2 by futex
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
atomic_int l;int n;
static void lock(void){int c=0;if(atomic_compare_exchange_strong(&l,&c,1))return;if(c!=2)c=atomic_exchange(&l,2);while(c){syscall(SYS_futex,&l,FUTEX_WAIT_PRIVATE,2,0,0,0);c=atomic_exchange(&l,2);}}
static void unlock(void){if(atomic_fetch_sub(&l,1)!=1){l=0;syscall(SYS_futex,&l,FUTEX_WAKE_PRIVATE,1,0,0,0);}}
static void*f(void*p){lock();n++;unlock();return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return n!=2;}
