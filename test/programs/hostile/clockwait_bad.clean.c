// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;pthread_cond_t c=PTHREAD_COND_INITIALIZER;
int main(){struct timespec ts={1,0};LK(&m);assert(pthread_cond_clockwait(&c,&m,77,&ts)==EINVAL);UL(&m);sem_t s;sem_init(&s,0,0);assert(sem_clockwait(&s,77,&ts)==-1&&errno==EINVAL);}
