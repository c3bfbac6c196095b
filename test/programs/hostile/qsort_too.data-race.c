// SPDX-License-Identifier: Apache-2.0
// wrong: qsort of the array other reads
#include <pthread.h>
#include <stdlib.h>
int v[4]={3,1,2,0};
static int cmp(const void*a,const void*b){return *(int*)a-*(int*)b;}
static void*f(void*p){qsort(v,4,4,cmp);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=v[2];pthread_join(t,0);return r>3;}
