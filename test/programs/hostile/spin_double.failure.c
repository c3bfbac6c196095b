// SPDX-License-Identifier: Apache-2.0
// wrong: counts in a floating-point register
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int flag;
static void*f(void*p){double d=0;while(!flag){d+=0.5;if(d>1.4)exit(4);}return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);flag=1;pthread_join(t,0);return 0;}
