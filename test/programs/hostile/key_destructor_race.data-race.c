// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_key_t k;int x;
void d(void*p){x++;}
T(n){pthread_setspecific(k,&x);return 0;}
int main(){pthread_key_create(&k,d);pthread_t t,u;GO(t,n,0);GO(u,n,0);JOIN(t);JOIN(u);}
