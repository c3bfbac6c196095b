// SPDX-License-Identifier: Apache-2.0
// wrong: realloc moves while other reads
#include <pthread.h>
#include <stdlib.h>
int*g;
static void*f(void*p){return (void*)(long)g[0];}
int main(void){g=calloc(4,4);int*o=g;pthread_t t;pthread_create(&t,0,f,0);o=realloc(o,4096);pthread_join(t,0);free(o);return 0;}
