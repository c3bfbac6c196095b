// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int*shared;
F(w){pthread_mutex_lock(&m);if(shared)assert(*shared==3);pthread_mutex_unlock(&m);return 0;}
__attribute__((noinline)) static void f(void){int x=3;pthread_mutex_lock(&m);shared=&x;pthread_mutex_unlock(&m);}
F(v){f();return 0;}
int main(void){GO(a,w);GO(b,v);J(a);J(b);return 0;}
