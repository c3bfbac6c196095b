// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
struct timespec q={1,100};pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;
F(noop){return 0;}
F(w){LOCK(m);pthread_cond_timedwait(&c,&m,&q);UNLOCK(m);return 0;}
int main(void){GO(t,w);q.tv_nsec=5;J(t);return 0;}
