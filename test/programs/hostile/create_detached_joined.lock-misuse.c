// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){return 0;}
int main(void){pthread_attr_t a;pthread_attr_init(&a);pthread_attr_setdetachstate(&a,PTHREAD_CREATE_DETACHED);pthread_t t;pthread_create(&t,&a,w,0);J(t);return 0;}
