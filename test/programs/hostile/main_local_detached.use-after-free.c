// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){*(int*)arg=1;return 0;}
int main(void){int x=0;GOA(t,w,&x);pthread_detach(t);return 0;}
