// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
static void un(void*p){pthread_mutex_unlock(p);}
F(w){LOCK(m);pthread_cleanup_push(un,&m);x++;pthread_exit(0);pthread_cleanup_pop(0);return 0;}
int main(void){GO(t,w);LOCK(m);x++;UNLOCK(m);J(t);assert(x==2);return 0;}
