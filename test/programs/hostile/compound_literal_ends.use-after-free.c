// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_t t;
F(w){*(int*)arg=1;return 0;}
int main(void){{int*p=(int[]){7};pthread_create(&t,0,w,p);}J(t);return 0;}
