// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_key_t k;int x;
void d(void*p){x++;if(x<3)pthread_setspecific(k,p);}
T(f){pthread_setspecific(k,&x);return 0;}
int main(){pthread_key_create(&k,d);pthread_t s;GO(s,f,0);JOIN(s);assert(x==3);}
