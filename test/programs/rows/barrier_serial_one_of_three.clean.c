// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
pthread_barrier_t b; atomic_int serial; int x;
void*f(void*a){ if(pthread_barrier_wait(&b)==PTHREAD_BARRIER_SERIAL_THREAD){ x++; serial++; } pthread_barrier_wait(&b); return 0;}
int main(){ pthread_barrier_init(&b,0,3); pthread_t t[2]; for(int i=0;i<2;i++) pthread_create(&t[i],0,f,0); f(0); for(int i=0;i<2;i++) pthread_join(t[i],0); pthread_barrier_destroy(&b); return x-1;}
