// SPDX-License-Identifier: Apache-2.0
// right: detached thread increments a global with no one else reading; main returns; no destructors.
#include <pthread.h>
int x;
static void*f(void*p){x=1;return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_detach(t);return 0;}
