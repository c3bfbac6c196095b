// SPDX-License-Identifier: Apache-2.0
// wrong: the loop's hidden state is rand's
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int flag;
static void*f(void*p){while(!flag)if(rand()%7==3)exit(4);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);flag=1;pthread_join(t,0);return 0;}
