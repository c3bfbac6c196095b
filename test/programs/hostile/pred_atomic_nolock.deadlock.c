// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;atomic_int r;
T(f){r=1;pthread_cond_broadcast(&c);return 0;}
int main(){pthread_t s;GO(s,f,0);LK(&m);while(!r)pthread_cond_wait(&c,&m);UL(&m);JOIN(s);}
