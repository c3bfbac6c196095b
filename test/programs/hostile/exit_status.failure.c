// SPDX-License-Identifier: Apache-2.0
// wrong: thread may exit(1) before main exits(0)
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
atomic_int g;
static void*f(void*p){if(g==0)exit(1);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);g=1;pthread_join(t,0);return 0;}
