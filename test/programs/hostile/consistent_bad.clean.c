// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
int main(){assert(pthread_mutex_consistent(&m)==EINVAL);LK(&m);assert(pthread_mutex_trylock(&m)==EBUSY);UL(&m);}
