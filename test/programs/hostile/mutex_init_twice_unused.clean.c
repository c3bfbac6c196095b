// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m;int x;
F(w){LOCK(m);x++;UNLOCK(m);return 0;}
int main(void){for(int i=0;i<2;i++){pthread_mutex_init(&m,0);GO(t,w);w(0);J(t);pthread_mutex_destroy(&m);}assert(x==4);return 0;}
