// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_intptr_t q;
T(f){intptr_t v=atomic_exchange(&q,0);if(v)free((void*)v);return 0;}
int main(){q=(intptr_t)malloc(4);pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
