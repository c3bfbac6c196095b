// SPDX-License-Identifier: Apache-2.0
// right: cancelling a thread that surely ended (seen by its result via sem... still unjoined) is harmless
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
static void*f(void*p){return 0;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);struct timespec ts={4000000000,0};(void)ts;pthread_cancel(t);pthread_join(t,&r);return r!=0&&r!=PTHREAD_CANCELED;}
