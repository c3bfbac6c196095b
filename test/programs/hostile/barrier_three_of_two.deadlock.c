// SPDX-License-Identifier: Apache-2.0
// wrong: three threads on a barrier of two: one is left waiting: deadlock
#include <pthread.h>
static pthread_barrier_t b;
static void*f(void*p){pthread_barrier_wait(&b);return p;}
int main(void){pthread_barrier_init(&b,0,2);pthread_t t[3];for(int i=0;i<3;i++)pthread_create(t+i,0,f,0);for(int i=0;i<3;i++)pthread_join(t[i],0);return 0;}
