// SPDX-License-Identifier: Apache-2.0
// wrong: rand_r with shared seed
#include <stdlib.h>
#include <pthread.h>
static unsigned s;
static void*f(void*p){return (void*)(long)rand_r(&s);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
