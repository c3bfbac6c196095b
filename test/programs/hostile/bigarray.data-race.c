// SPDX-License-Identifier: Apache-2.0
// wrong: race in the middle of a large array by memset
#include <pthread.h>
#include <string.h>
static char big[1<<22];
static void*f(void*p){memset(big,1,sizeof big);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);char c=big[3000000];pthread_join(t,0);return c>1;}
