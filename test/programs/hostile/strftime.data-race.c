// SPDX-License-Identifier: Apache-2.0
// wrong: frexp stores to shared int
#include <math.h>
#include <pthread.h>
int e;double g=3;
static void*f(void*p){return (void*)(long)(frexp(g,&e)*10);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=e;pthread_join(t,0);return r>50;}
