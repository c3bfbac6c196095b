// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <linux/futex.h>
#include <sys/syscall.h>
atomic_int f;int x;
static void lock(void){for(;;){int c=0;if(atomic_compare_exchange_strong(&f,&c,1))return;if(c==1)atomic_compare_exchange_strong(&f,&c,2);syscall(SYS_futex,&f,FUTEX_WAIT_PRIVATE,2,0,0,0);}}
static void unlock(void){if(atomic_exchange(&f,0)==2)syscall(SYS_futex,&f,FUTEX_WAKE_PRIVATE,1,0,0,0);}
F(w){lock();x++;unlock();return 0;}
int main(void){GO(t,w);GO(u,w);w(0);J(t);J(u);return 0;}
