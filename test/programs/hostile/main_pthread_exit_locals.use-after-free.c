// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){++*(atomic_int*)arg;return 0;}
int main(void){atomic_int x=0;GOA(t,w,&x);GOA(u,w,&x);pthread_detach(t);pthread_detach(u);pthread_exit(0);}
