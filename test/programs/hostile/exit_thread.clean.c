// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int x;pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
void h(void){LK(&m);x++;UL(&m);}
T(n){LK(&m);x++;UL(&m);exit(0);}
int main(){atexit(h);pthread_t t;GO(t,n,0);LK(&m);x++;UL(&m);pthread_exit(0);}
