// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/syscall.h>
#include <linux/futex.h>
atomic_int l;int x;
static void lock(){int c=0;if(!atomic_compare_exchange_strong(&l,&c,1)){if(c!=2)c=atomic_exchange(&l,2);while(c){syscall(SYS_futex,&l,FUTEX_WAIT,2,0,0,0);c=atomic_exchange(&l,2);}}}
static void unlock(){if(atomic_fetch_sub(&l,1)!=1){l=0;syscall(SYS_futex,&l,FUTEX_WAKE,1,0,0,0);}}
T(f){lock();x++;unlock();return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);}
