// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int x;
F(w){assert(x==0);return 0;}
int main(void){GO(t,w);pthread_detach(t);x=1;pthread_exit(0);}
