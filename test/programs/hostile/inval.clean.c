// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int main(){pthread_barrier_t b;assert(pthread_barrier_init(&b,0,0)==EINVAL);pthread_barrier_init(&b,0,1);assert(pthread_barrier_wait(&b)==PTHREAD_BARRIER_SERIAL_THREAD);pthread_barrier_destroy(&b);}
