// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;atomic_int x,y;
T(f){ST(&x,1,RLX);LK(&m);UL(&m);ST(&y,1,RLX);return 0;}
T(g){if(LD(&y,RLX))assert(LD(&x,RLX)==1);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
