// SPDX-License-Identifier: Apache-2.0
// wrong: setenv while another getenv
#include <pthread.h>
#include <stdlib.h>
static void*f(void*p){return getenv("HOME");}
int main(void){pthread_t t;pthread_create(&t,0,f,0);setenv("FOO","1",1);pthread_join(t,0);return 0;}
