// SPDX-License-Identifier: Apache-2.0
// wrong: unbounded-ish recursion overflows the thread's 256 KiB stack in one schedule only
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
__attribute__((noinline)) static int rec(int n){volatile char b[1024];b[0]=n;return n?rec(n-1)+b[0]:0;}
static void*f(void*p){return (void*)(long)rec(x?2000:10);}
int main(void){pthread_attr_t a;pthread_attr_init(&a);pthread_attr_setstacksize(&a,1<<18);pthread_t t;pthread_create(&t,&a,f,0);x=1;pthread_join(t,0);return 0;}
