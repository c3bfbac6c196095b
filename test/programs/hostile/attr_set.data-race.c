// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_attr_t a;
T(f){pthread_attr_setstacksize(&a,1<<20);return 0;}
int main(){pthread_attr_init(&a);pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
