// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
static void un(pthread_mutex_t**p){pthread_mutex_unlock(*p);}
F(w){__attribute__((cleanup(un))) pthread_mutex_t*g=&m;LOCK(m);x++;return 0;}
int main(void){GO(t,w);w(0);J(t);assert(x==2);return 0;}
