// SPDX-License-Identifier: Apache-2.0
// wrong: at_quick_exit handler reads unsynchronised
#include <pthread.h>
#include <stdlib.h>
int g,r;
static void bye(void){r=g;}
static void*f(void*p){g=1;return 0;}
int main(void){at_quick_exit(bye);atexit(abort);pthread_t t;pthread_create(&t,0,f,0);quick_exit(0);}
