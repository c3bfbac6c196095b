// SPDX-License-Identifier: Apache-2.0
// right: halves of a large array
#include <pthread.h>
static int big[1<<16];
static void*f(void*p){int*b=p;for(int i=0;i<1<<15;i++)b[i]=i;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,big);f(big+(1<<15));pthread_join(t,0);return big[5]!=5||big[(1<<15)+5]!=5;}
