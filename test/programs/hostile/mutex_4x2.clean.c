// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
F(w){for(int i=0;i<2;i++){LOCK(m);x++;UNLOCK(m);}return 0;}
int main(void){GO(t,w);GO(u,w);GO(v,w);J(t);J(u);J(v);assert(x==6);return 0;}
