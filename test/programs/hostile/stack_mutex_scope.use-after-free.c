// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){pthread_mutex_t*m=p;LK(m);UL(m);return 0;}
pthread_t g(){pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_t t;GO(t,f,&m);LK(&m);UL(&m);return t;}
int main(){pthread_t t=g();JOIN(t);}
