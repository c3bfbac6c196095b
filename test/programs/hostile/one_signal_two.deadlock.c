// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int r;
T(f){LK(&m);while(!r)pthread_cond_wait(&c,&m);UL(&m);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);LK(&m);r=1;pthread_cond_signal(&c);UL(&m);JOIN(s);JOIN(t);}
