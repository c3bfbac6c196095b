// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_key_t k;int x;
void d(void*p){x+=*(int*)p;free(p);}
T(n){int*q=malloc(4);*q=2;pthread_setspecific(k,q);return 0;}
int main(){pthread_key_create(&k,d);pthread_t t;GO(t,n,0);JOIN(t);assert(x==2);pthread_key_delete(k);}
