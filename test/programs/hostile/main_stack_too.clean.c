// SPDX-License-Identifier: Apache-2.0
// right: thread uses 20 MiB stack that it asked for
#include <pthread.h>
static void*f(void*p){volatile char b[20<<20];for(long i=0;i<20<<20;i+=4096)b[i]=1;return (void*)(long)b[4096];}
int main(void){pthread_attr_t a;pthread_attr_init(&a);pthread_attr_setstacksize(&a,32<<20);pthread_t t;void*r;pthread_create(&t,&a,f,0);pthread_join(t,&r);return r!=(void*)1;}
