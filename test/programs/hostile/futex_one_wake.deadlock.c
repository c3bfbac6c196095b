// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/syscall.h>
#include <linux/futex.h>
atomic_int l;
T(f){while(!l)syscall(SYS_futex,&l,FUTEX_WAIT_PRIVATE,0,0,0,0);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);l=1;syscall(SYS_futex,&l,FUTEX_WAKE_PRIVATE,1,0,0,0);JOIN(s);JOIN(t);}
