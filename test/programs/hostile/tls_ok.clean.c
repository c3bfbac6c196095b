// SPDX-License-Identifier: Apache-2.0
#include "words.h"
__thread int v;atomic_intptr_t a;sem_t s;
T(n){v=3;a=(intptr_t)&v;while(sem_wait(&s));assert(v==4);return 0;}
int main(){sem_init(&s,0,0);pthread_t t;GO(t,n,0);while(!a);*(int*)a=4;sem_post(&s);JOIN(t);}
