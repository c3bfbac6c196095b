// SPDX-License-Identifier: Apache-2.0
// wrong: joining a thread created detached
#include <pthread.h>
static void*f(void*p){return p;}
int main(void){pthread_attr_t a;pthread_attr_init(&a);pthread_attr_setdetachstate(&a,PTHREAD_CREATE_DETACHED);pthread_t t;pthread_create(&t,&a,f,0);pthread_join(t,0);return 0;}
