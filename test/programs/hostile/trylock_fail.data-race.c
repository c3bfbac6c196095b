// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
T(f){x=1;LK(&m);UL(&m);return 0;}
T(g){if(pthread_mutex_trylock(&m)==EBUSY){int v=x;(void)*(volatile int*)&v;}else UL(&m);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
