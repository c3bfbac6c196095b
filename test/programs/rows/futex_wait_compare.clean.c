// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int v; int x;
void*f(void*p){ x=1; v=1; syscall(SYS_futex,&v,FUTEX_WAKE_PRIVATE,1,0,0,0); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); while(!v) syscall(SYS_futex,&v,FUTEX_WAIT_PRIVATE,0,0,0,0); int r=x; pthread_join(t,0); return r-1; }
