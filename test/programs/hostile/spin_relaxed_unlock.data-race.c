// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int l;int x;
T(f){while(atomic_exchange_explicit(&l,1,ACQ));x++;ST(&l,0,RLX);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
