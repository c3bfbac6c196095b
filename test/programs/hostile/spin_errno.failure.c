// SPDX-License-Identifier: Apache-2.0
// wrong: loop counts in errno
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <errno.h>
atomic_int flag;
static void*f(void*p){errno=0;while(!flag)if(++errno==3)exit(4);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);flag=1;pthread_join(t,0);return 0;}
