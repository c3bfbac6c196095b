// SPDX-License-Identifier: Apache-2.0
// wrong: erand48 with shared xsubi
#include <stdlib.h>
#include <pthread.h>
static unsigned short x[3];
static void*f(void*p){return (void*)(long)nrand48(x);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
