// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct timespec b={0,1};pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;int main();
T(f){LK(&m);pthread_cond_timedwait(&c,&m,&b);UL(&m);return 0;}
int main(){pthread_t s;GO(s,f,0);b.tv_sec=0;JOIN(s);}
