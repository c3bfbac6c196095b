// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x,y;int a,b;
T(f){atomic_exchange_explicit(&x,1,memory_order_acq_rel);a=LD(&y,ACQ);return 0;}
T(g){atomic_exchange_explicit(&y,1,memory_order_acq_rel);b=LD(&x,ACQ);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);assert(a||b);}
