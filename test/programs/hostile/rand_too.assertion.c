// SPDX-License-Identifier: Apache-2.0
// wrong: assumes determinism of rand sequence over two threads: srand(1); first value in main must be 1804289383 -- another schedule differs
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static void*f(void*p){return (void*)(long)rand();}
int main(void){srand(1);int a=rand();srand(1);pthread_t t;pthread_create(&t,0,f,0);int b=rand();pthread_join(t,0);assert(a==b);return 0;}
