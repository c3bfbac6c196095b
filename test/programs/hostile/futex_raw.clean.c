// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <linux/futex.h>
#include <sys/syscall.h>
atomic_int f;int d;
F(w){d=1;ST(f,1,REL);syscall(SYS_futex,&f,FUTEX_WAKE_PRIVATE,1,0,0,0);return 0;}
int main(void){GO(t,w);while(!LD(f,ACQ))syscall(SYS_futex,&f,FUTEX_WAIT_PRIVATE,0,0,0,0);assert(d==1);J(t);return 0;}
