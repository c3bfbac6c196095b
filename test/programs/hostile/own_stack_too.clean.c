// SPDX-License-Identifier: Apache-2.0
// right: user supplied stack, freed after join
#include <pthread.h>
#include <stdlib.h>
static void*f(void*p){volatile char b[1000];b[999]=1;return (void*)(long)b[999];}
int main(void){void*s;if(posix_memalign(&s,4096,65536*4))return 0;pthread_attr_t a;pthread_attr_init(&a);pthread_attr_setstack(&a,s,65536*4);pthread_t t;void*r;if(pthread_create(&t,&a,f,0))return 0;pthread_join(t,&r);free(s);return r!=(void*)1;}
