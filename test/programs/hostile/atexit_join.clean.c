// SPDX-License-Identifier: Apache-2.0
// right: atexit handler joins
#include <pthread.h>
#include <stdlib.h>
pthread_t t;int d;
static void*f(void*p){d=1;return p;}
static void bye(void){pthread_join(t,0);if(d!=1)_Exit(3);}
int main(void){atexit(bye);pthread_create(&t,0,f,0);return 0;}
