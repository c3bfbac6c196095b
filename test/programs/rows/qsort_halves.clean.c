// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int v[4]={4,3,2,1};
int c(const void*a,const void*b){ return *(int*)a-*(int*)b; }
void*f(void*a){ qsort(v,2,sizeof(int),c); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); qsort(v+2,2,sizeof(int),c); pthread_join(t,0); return v[0]-3+v[2]-1; }
