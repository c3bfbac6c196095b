// SPDX-License-Identifier: Apache-2.0
// wrong: joined twice
#include <pthread.h>
static void*f(void*p){return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);pthread_join(t,0);return 0;}
