// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int l;
void *a(void*p){ while(l==0) syscall(SYS_futex,&l,FUTEX_WAIT_BITSET,0,0,0,1); return 0;}
int main(){ pthread_t t; pthread_create(&t,0,a,0); l=1; syscall(SYS_futex,&l,FUTEX_WAKE_BITSET,1,0,0,2); pthread_join(t,0); return 0;}
