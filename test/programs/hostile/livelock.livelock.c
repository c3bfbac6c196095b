// SPDX-License-Identifier: Apache-2.0
// wrong: both wait for the other's flag: livelock
#include <pthread.h>
#include <stdatomic.h>
atomic_int a,b;
static void*f(void*p){a=1;while(b);a=0;return p;}
static void*g(void*p){b=1;while(a);b=0;return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,g,0);pthread_join(t,0);pthread_join(u,0);return 0;}
