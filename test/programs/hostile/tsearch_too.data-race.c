// SPDX-License-Identifier: Apache-2.0
// wrong: tsearch on one root by two threads
#include <search.h>
#include <pthread.h>
#include <string.h>
static void*root;
static int c(const void*a,const void*b){return strcmp(a,b);}
static void*f(void*p){tsearch(p,&root,c);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,"a");f("b");pthread_join(t,0);return 0;}
