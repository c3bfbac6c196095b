// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_intptr_t q;pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
T(f){intptr_t v=LD(&q,RLX);if(!v){LK(&m);v=LD(&q,RLX);if(!v){int*z=malloc(4);*z=42;v=(intptr_t)z;ST(&q,v,RLX);}UL(&m);}assert(*(int*)v==42);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
