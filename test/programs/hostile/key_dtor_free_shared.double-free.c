// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_key_t k;
F(w){pthread_setspecific(k,arg);return 0;}
int main(void){pthread_key_create(&k,free);void*p=malloc(4);GOA(t,w,p);GOA(u,w,p);J(t);J(u);return 0;}
