// SPDX-License-Identifier: Apache-2.0
#include "words.h"
/* same mutex between store and load: one critical section first, orders */
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;atomic_int x,y;int a,b;
T(f){ST(&x,1,RLX);LK(&m);UL(&m);a=LD(&y,RLX);return 0;}
T(g){ST(&y,1,RLX);LK(&m);UL(&m);b=LD(&x,RLX);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);assert(a||b);}
