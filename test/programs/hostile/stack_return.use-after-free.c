// SPDX-License-Identifier: Apache-2.0
// wrong: function returns, thread uses its local
#include <pthread.h>
static void*f(void*p){(*(int*)p)++;return 0;}
__attribute__((noinline)) static pthread_t start(void){int x=0;pthread_t t;pthread_create(&t,0,f,&x);return t;}
int main(void){pthread_join(start(),0);return 0;}
