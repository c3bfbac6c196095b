// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_once_t o=PTHREAD_ONCE_INIT,q=PTHREAD_ONCE_INIT;
void n(void){}
void i(void){pthread_once(&q,n);}
void j(void){pthread_once(&o,n);}
T(f){pthread_once(&o,i);return 0;}
T(g){pthread_once(&q,j);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,g,0);JOIN(s);JOIN(t);}
