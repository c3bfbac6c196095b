// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/syscall.h>
#include <linux/futex.h>
atomic_int*w;
T(f){atomic_store(w,1);syscall(SYS_futex,w,FUTEX_WAKE,1,0,0,0);return 0;}
int main(){w=calloc(1,4);pthread_t t;GO(t,f,0);while(!atomic_load(w)){}free(w);JOIN(t);}
