// SPDX-License-Identifier: Apache-2.0
// wrong: block-local passed to thread joined after the block.
#include <pthread.h>
static void*f(void*p){*(int*)p=3;return 0;}
int main(void){pthread_t t;{int x=0;pthread_create(&t,0,f,&x);}pthread_join(t,0);return 0;}
