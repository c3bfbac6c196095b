// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;
T(f){LK(&m);pthread_cond_signal(&c);UL(&m);return 0;}
int main(){pthread_t s;GO(s,f,0);LK(&m);pthread_cond_wait(&c,&m);UL(&m);JOIN(s);}
