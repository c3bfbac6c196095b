// SPDX-License-Identifier: Apache-2.0
// wrong: compound literal of inner block used by thread after block end.
#include <pthread.h>
static void*f(void*p){return (void*)(long)*(int*)p;}
int main(void){pthread_t t;{int*q=(int[]){1,2};pthread_create(&t,0,f,q);}{volatile int z[8];z[0]=1;z[7]=2;}pthread_join(t,0);return 0;}
