// SPDX-License-Identifier: Apache-2.0
// right: flockfile around unlocked calls
#include <stdio.h>
#include <pthread.h>
static FILE*g;
static void*f(void*p){flockfile(g);putc_unlocked('a',g);putc_unlocked('a',g);funlockfile(g);return p;}
int main(void){g=fopen("/dev/null","w");pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);fclose(g);return 0;}
