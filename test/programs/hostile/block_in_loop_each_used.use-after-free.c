// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){*(int*)arg=1;return 0;}
int main(void){pthread_t t[2];for(int i=0;i<2;i++){int x=i;pthread_create(&t[i],0,w,&x);}J(t[0]);J(t[1]);return 0;}
