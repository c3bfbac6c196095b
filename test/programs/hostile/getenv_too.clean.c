// SPDX-License-Identifier: Apache-2.0
// right: two getenv
#include <pthread.h>
#include <stdlib.h>
static void*f(void*p){return getenv("HOME");}
int main(void){setenv("HOME","/x",1);pthread_t t;pthread_create(&t,0,f,0);char*h=f(0);pthread_join(t,0);return h==0;}
