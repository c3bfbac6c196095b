// SPDX-License-Identifier: Apache-2.0
// right: joined in the block.
#include <pthread.h>
static void*f(void*p){*(int*)p=3;return 0;}
int main(void){for(int i=0;i<2;i++){int x=0;pthread_t t;pthread_create(&t,0,f,&x);pthread_join(t,0);if(x!=3)return 1;}return 0;}
