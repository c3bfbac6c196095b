// SPDX-License-Identifier: Apache-2.0
// right: tgkill to self thread with 0, gettid cached equal
#define _GNU_SOURCE
#include <unistd.h>
#include <sys/syscall.h>
#include <pthread.h>
static void*f(void*p){return (void*)(long)(gettid()!=syscall(SYS_gettid));}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return r||gettid()!=syscall(SYS_gettid);}
