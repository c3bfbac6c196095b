// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/syscall.h>
#include <linux/futex.h>
atomic_int l;int x;
static void lock(){int c;while(c=0,!atomic_compare_exchange_strong(&l,&c,1))syscall(SYS_futex,&l,FUTEX_WAIT,1,0,0,0);}
static void unlock(){l=0;}
T(f){lock();x++;unlock();return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);}
