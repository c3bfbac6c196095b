// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
void c(void*p){UL(p);}
T(n){LK(&m);pthread_cleanup_push(c,&m);x++;pthread_exit(0);pthread_cleanup_pop(0);return 0;}
int main(){pthread_t t,u;GO(t,n,0);GO(u,n,0);JOIN(t);JOIN(u);assert(x==2);}
