// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct S{int a,b;};_Atomic struct S z;
T(f){struct S o=z,n;do{n=o;n.a++;n.b--;}while(!atomic_compare_exchange_strong(&z,&o,n));return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);struct S r=z;assert(r.a==2&&r.b==-2);}
