// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;
int main(){LK(&m);struct timespec ts={1,1000000000};assert(pthread_cond_timedwait(&c,&m,&ts)==EINVAL);UL(&m);}
