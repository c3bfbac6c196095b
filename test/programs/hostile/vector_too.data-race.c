// SPDX-License-Identifier: Apache-2.0
// wrong: vector type store vs element load.
#include <pthread.h>
typedef int v8 __attribute__((vector_size(32)));
v8 x;int out;
static void*f(void*p){x=(v8){1,2,3,4,5,6,7,8};return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);out=((int*)&x)[7];pthread_join(t,0);return 0;}
