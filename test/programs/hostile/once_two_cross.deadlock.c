// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_once_t o=PTHREAD_ONCE_INIT,p=PTHREAD_ONCE_INIT;
void ip(void);
void io2(void){}
void io(void){pthread_once(&p,io2);}
void ip(void){pthread_once(&o,io2);}
F(w){pthread_once(&p,ip);return 0;}
int main(void){GO(t,w);pthread_once(&o,io);J(t);return 0;}
