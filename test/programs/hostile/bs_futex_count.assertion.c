// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <linux/futex.h>
#include <sys/syscall.h>
atomic_int f;
F(w){f=1;syscall(SYS_futex,&f,FUTEX_WAKE_PRIVATE,1,0,0,0);return 0;}
int main(void){GO(t,w);int n=0;while(!f){syscall(SYS_futex,&f,FUTEX_WAIT_PRIVATE,0,0,0,0);n++;}assert(n<6);J(t);return 0;}
