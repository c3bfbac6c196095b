// SPDX-License-Identifier: Apache-2.0
// wrong: &i passed to threads.
#include <pthread.h>
int seen[3];
static void*f(void*a){int k=*(int*)a;if(k<3)seen[k]=1;return 0;}
int main(void){pthread_t t[2];int i;for(i=0;i<2;i++)pthread_create(t+i,0,f,&i);for(int j=0;j<2;j++)pthread_join(t[j],0);return 0;}
