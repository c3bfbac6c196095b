// SPDX-License-Identifier: Apache-2.0
// right: a thread exits(0) the process while main joins
#include <pthread.h>
#include <stdlib.h>
static void*f(void*p){exit(0);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return 5;}
