// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/syscall.h>
#include <linux/futex.h>
atomic_int l;
T(f){while(!l)syscall(SYS_futex,&l,FUTEX_WAIT_BITSET_PRIVATE,0,0,0,1);return 0;}
int main(){pthread_t s;GO(s,f,0);l=1;syscall(SYS_futex,&l,FUTEX_WAKE_BITSET_PRIVATE,9,0,0,2);JOIN(s);}
