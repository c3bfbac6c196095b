// SPDX-License-Identifier: Apache-2.0
// right: _exit runs no handlers: no race.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
int*g;
static void bye(void){free(g);}
static void*f(void*p){*g=1;return 0;}
int main(void){g=malloc(4);atexit(bye);pthread_t t;pthread_create(&t,0,f,0);pthread_detach(t);_exit(0);}
