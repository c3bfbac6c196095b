// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <assert.h>
atomic_int l;
void *a(void*p){ long r=syscall(SYS_futex,&l,FUTEX_WAIT_BITSET,0,0,0,0); assert(r==0||l==1); return 0;}
int main(){ pthread_t t; pthread_create(&t,0,a,0); l=1; syscall(SYS_futex,&l,FUTEX_WAKE,1,0,0,0); pthread_join(t,0); return 0;}
