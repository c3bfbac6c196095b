// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
T(f){LK(&m);x++;UL(&m);return 0;}
int main(){for(int i=0;i<2;i++){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);pthread_mutex_destroy(&m);pthread_mutex_init(&m,0);}assert(x==4);}
