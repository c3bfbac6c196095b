// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int v[4]={4,3,2,1}; int calls;
int c(const void*a,const void*b){ calls++; return *(int*)a-*(int*)b; }
int w[2]={1,0};
void*f(void*a){ qsort(w,2,sizeof(int),c); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); qsort(v,4,sizeof(int),c); pthread_join(t,0); return v[0]-1; }
