// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;int*p;
F(w){pthread_rwlock_rdlock(&l);int*q=p;pthread_rwlock_unlock(&l);if(q)*(volatile int*)q;return 0;}
__attribute__((noinline)) static void f(void){int x=1;pthread_rwlock_wrlock(&l);p=&x;pthread_rwlock_unlock(&l);pthread_rwlock_wrlock(&l);p=0;pthread_rwlock_unlock(&l);}
int main(void){GO(t,w);f();J(t);return 0;}
