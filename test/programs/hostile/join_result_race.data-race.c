// SPDX-License-Identifier: Apache-2.0
#include "short.h"
void*res;pthread_t t;
F(w){return (void*)1;}
F(v){pthread_join(t,&res);return 0;}
int main(void){pthread_create(&t,0,w,0);GO(u,v);volatile int r=res!=0;J(u);return 0;}
