// SPDX-License-Identifier: Apache-2.0
// right: handles failing malloc
#include <stdlib.h>
#include <stdint.h>
#include <pthread.h>
static void*f(void*x){void*p=malloc(SIZE_MAX/4);void*q=calloc(SIZE_MAX/2,4);void*r=malloc(0);long bad=p||q;free(p);free(q);free(r);return (void*)bad;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);void*q=f(0);pthread_join(t,&r);return r||q;}
