// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_key_t k;
F(w){pthread_key_create(&k,0);return 0;}
int main(void){GO(t,w);pthread_key_t x=k;J(t);return x>1000000;}
