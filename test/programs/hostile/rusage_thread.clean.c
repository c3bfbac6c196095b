// SPDX-License-Identifier: Apache-2.0
// right: stack limit: recursion to 4 MiB is fine on the default stack
#include <pthread.h>
__attribute__((noinline)) static long rec(int n){volatile char b[4096];b[n&4095]=1;return n?rec(n-1)+b[n&4095]:0;}
static void*f(void*p){return (void*)rec(1000);}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return (long)r!=1000;}
