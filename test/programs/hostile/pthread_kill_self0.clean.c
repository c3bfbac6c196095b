// SPDX-License-Identifier: Apache-2.0
// right: pthread_kill(self,0), tgkill, kill(getpid(),0)
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#include <assert.h>
static void*f(void*p){assert(pthread_kill(pthread_self(),0)==0);return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);assert(kill(getpid(),0)==0);assert(pthread_kill(pthread_self(),0)==0);return 0;}
