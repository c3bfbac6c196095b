// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
pthread_attr_t a;
F(noop){return 0;}
F(w){pthread_attr_t*p=&a;pthread_t t2;pthread_create(&t2,p,noop,0);J(t2);return 0;}
int main(void){pthread_attr_init(&a);GO(t,w);pthread_attr_setdetachstate(&a,PTHREAD_CREATE_JOINABLE);J(t);return 0;}
