// SPDX-License-Identifier: Apache-2.0
// right: getline/strtol on own data; qsort with comparator that locks
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;static int n;
static int cmp(const void*a,const void*b){pthread_mutex_lock(&m);n++;pthread_mutex_unlock(&m);return *(int*)a-*(int*)b;}
static void*f(void*p){int v[3]={3,1,2};qsort(v,3,sizeof*v,cmp);return (void*)(long)(v[0]!=1||v[2]!=3);}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);void*q=f(0);pthread_join(t,&r);return r||q||n<4;}
