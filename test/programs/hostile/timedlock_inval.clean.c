// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
T(f){struct timespec ts={0,-1};assert(pthread_mutex_timedlock(&m,&ts)==EINVAL);return 0;}
int main(){struct timespec ts={0,2000000000};assert(pthread_mutex_timedlock(&m,&ts)==0);pthread_t s;GO(s,f,0);JOIN(s);UL(&m);}
