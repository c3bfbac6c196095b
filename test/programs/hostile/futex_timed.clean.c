// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/syscall.h>
#include <linux/futex.h>
atomic_int l;
T(f){l=1;return 0;}
int main(){pthread_t s;GO(s,f,0);struct timespec ts={0,1000};int r=syscall(SYS_futex,&l,FUTEX_WAIT_PRIVATE,0,&ts,0,0);assert(r==0||errno==EAGAIN||errno==ETIMEDOUT||errno==EINTR);JOIN(s);}
