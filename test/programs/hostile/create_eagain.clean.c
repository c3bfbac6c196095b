// SPDX-License-Identifier: Apache-2.0
// right: many threads; creation may fail, handled
#include <pthread.h>
static void*f(void*p){return p;}
int main(void){pthread_t t[200];int n=0;for(int i=0;i<200;i++)if(!pthread_create(&t[n],0,f,0))n++;for(int i=0;i<n;i++)pthread_join(t[i],0);return 0;}
