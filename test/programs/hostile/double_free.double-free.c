// SPDX-License-Identifier: Apache-2.0
// wrong: both see non-null and free
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
_Atomic(void*)g;
static void*f(void*p){void*q=g;if(q){free(q);g=0;}return 0;}
int main(void){g=malloc(8);pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
