// SPDX-License-Identifier: Apache-2.0
// right: POSIX.1-2024/glibc 2.34+: pthread_kill(t,0) of an ended but unjoined thread returns 0
#include <pthread.h>
#include <signal.h>
#include <assert.h>
static void*f(void*p){return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=pthread_kill(t,0);assert(r==0);pthread_join(t,0);return 0;}
