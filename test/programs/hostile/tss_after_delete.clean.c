// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_key_t k;
F(w){pthread_setspecific(k,(void*)1);assert(pthread_getspecific(k)==(void*)1);return 0;}
int main(void){pthread_key_create(&k,0);GO(t,w);assert(!pthread_getspecific(k));J(t);pthread_key_delete(k);return 0;}
