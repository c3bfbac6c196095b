// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
#include <linux/futex.h>
#include <sys/syscall.h>
atomic_int*k;
TH(f){atomic_store(k,1);syscall(SYS_futex,k,FUTEX_WAKE_PRIVATE,1,0,0,0);R;}
int main(){k=calloc(1,4);pthread_t t;pthread_create(&t,0,f,0);while(!atomic_load(k))syscall(SYS_futex,k,FUTEX_WAIT_PRIVATE,0,0,0,0);free(k);pthread_join(t,0);return 0;}
