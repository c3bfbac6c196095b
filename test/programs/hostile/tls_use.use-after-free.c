// SPDX-License-Identifier: Apache-2.0
// wrong: another thread's TLS used after it ended (handed by join: ordered behind the end).
#include <pthread.h>
static __thread int x;
static void*f(void*p){x=5;return &x;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);pthread_join(t,&r);return *(volatile int*)r==77;}
