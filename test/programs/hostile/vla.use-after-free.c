// SPDX-License-Identifier: Apache-2.0
// wrong: VLA's end vs. thread's use
#include <pthread.h>
static void*f(void*p){((int*)p)[2]=1;return 0;}
__attribute__((noinline)) static void start(pthread_t*t,int n){int v[n];v[0]=0;pthread_create(t,0,f,v);}
int main(int c,char**v){pthread_t t;start(&t,c+4);pthread_join(t,0);return 0;}
