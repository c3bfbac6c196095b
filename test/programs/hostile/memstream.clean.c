// SPDX-License-Identifier: Apache-2.0
// right: each its own memstream
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void*f(void*p){char*b;size_t n;FILE*m=open_memstream(&b,&n);fprintf(m,"%s-%d","x",5);fclose(m);long r=strcmp(b,"x-5");free(b);return (void*)r;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);void*q=f(0);pthread_join(t,&r);return r||q;}
