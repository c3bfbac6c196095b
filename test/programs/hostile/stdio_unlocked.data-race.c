// SPDX-License-Identifier: Apache-2.0
// wrong: putc_unlocked by two threads
#include <stdio.h>
#include <pthread.h>
static FILE*g;
static void*f(void*p){putc_unlocked('a',g);return p;}
int main(void){g=fopen("/dev/null","w");pthread_t t;pthread_create(&t,0,f,0);putc_unlocked('b',g);pthread_join(t,0);return 0;}
