// SPDX-License-Identifier: Apache-2.0
// wrong: fclose while other thread fputs
#include <pthread.h>
#include <stdio.h>
FILE*g;
static void*f(void*p){fputs("x",g);return p;}
int main(void){g=fopen("/dev/null","w");pthread_t t;pthread_create(&t,0,f,0);fclose(g);pthread_join(t,0);return 0;}
