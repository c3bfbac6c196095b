// SPDX-License-Identifier: Apache-2.0
// wrong: detached thread uses main's local while main returns.
#include <pthread.h>
static void*f(void*p){*(int*)p=1;return 0;}
int main(void){int x=0;pthread_t t;pthread_create(&t,0,f,&x);pthread_detach(t);return 0;}
