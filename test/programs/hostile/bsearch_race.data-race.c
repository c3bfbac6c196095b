// SPDX-License-Identifier: Apache-2.0
// wrong: bsearch reads what the other writes
#include <pthread.h>
#include <stdlib.h>
static int v[3]={1,2,3};int k;
static int cmp(const void*a,const void*b){return *(int*)a-*(int*)b;}
static void*f(void*p){int x=2;return bsearch(&x,v,3,4,cmp);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);v[1]=2;pthread_join(t,0);return v[1]!=2;}
