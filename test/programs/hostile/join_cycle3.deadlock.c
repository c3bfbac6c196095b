// SPDX-License-Identifier: Apache-2.0
// three threads join each other in a ring; ids handed over through a barrier
#include "terse.h"
static P t[3]; static pthread_barrier_t b;
static void *w(void*a){ long i=(long)a; pthread_barrier_wait(&b); J(t[(i+1)%3]); return 0; }
int main(){ pthread_barrier_init(&b,0,4); for(long i=0;i<3;i++) pthread_create(&t[i],0,w,(void*)i); pthread_barrier_wait(&b); pthread_exit(0); }
