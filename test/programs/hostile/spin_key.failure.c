// SPDX-License-Identifier: Apache-2.0
// wrong: loop's state in a pthread key
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int flag;static pthread_key_t k;
static void*f(void*p){while(!flag){long v=(long)pthread_getspecific(k);if(v==4)exit(4);pthread_setspecific(k,(void*)(v+1));}return p;}
int main(void){pthread_key_create(&k,0);pthread_t t;pthread_create(&t,0,f,0);flag=1;pthread_join(t,0);return 0;}
