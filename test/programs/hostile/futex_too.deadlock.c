// SPDX-License-Identifier: Apache-2.0
// wrong: Drepper's mutex1 mistake: CAS to 1 after wake instead of 2: lost wake-up with three threads
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
atomic_int l;int n;
static void lock(void){int c=0;while(!atomic_compare_exchange_strong(&l,&c,1)){int e=1;if(c==2||atomic_compare_exchange_strong(&l,&e,2))syscall(SYS_futex,&l,FUTEX_WAIT_PRIVATE,2,0,0,0);c=0;}}
static void unlock(void){if(atomic_exchange(&l,0)==2)syscall(SYS_futex,&l,FUTEX_WAKE_PRIVATE,1,0,0,0);}
static void*f(void*p){lock();n++;unlock();return p;}
int main(void){pthread_t t[3];for(int i=0;i<3;i++)pthread_create(t+i,0,f,0);for(int i=0;i<3;i++)pthread_join(t[i],0);return n!=3;}
