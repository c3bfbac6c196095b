// SPDX-License-Identifier: Apache-2.0
// wrong: join stores result into global while other thread reads.
#include <pthread.h>
void*res;int q;
static void*f(void*p){return p;}
static void*g(void*p){if(res)q=1;return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,&t);pthread_create(&u,0,g,0);pthread_join(t,&res);pthread_join(u,0);return 0;}
