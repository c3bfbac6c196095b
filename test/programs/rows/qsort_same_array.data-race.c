// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int v[4]={4,3,2,1};
int c(const void*a,const void*b){ return *(int*)a-*(int*)b; }
void*f(void*a){ qsort(v,4,sizeof(int),c); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int r=v[2]; pthread_join(t,0); return r>4; }
