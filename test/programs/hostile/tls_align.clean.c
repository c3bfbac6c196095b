// SPDX-License-Identifier: Apache-2.0
// right: TLS aligned and initialised per thread; big TLS
#include <pthread.h>
#include <stdint.h>
static __thread _Alignas(64) int a=7;static __thread char big[100000];
static void*f(void*p){long bad=((uintptr_t)&a&63)||a!=7||big[99999];a=9;big[99999]=1;return (void*)bad;}
int main(void){pthread_t t,u;void*r,*q;pthread_create(&t,0,f,0);pthread_join(t,&r);pthread_create(&u,0,f,0);pthread_join(u,&q);return r||q||f(0);}
