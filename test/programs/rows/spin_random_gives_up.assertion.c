// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
atomic_int flag;
void*f(void*p){ flag=1; return 0; }
int main(){ srandom(3); pthread_t t; pthread_create(&t,0,f,0); int gave_up=0; while(!flag){ if((random()>>4)%7==0){ gave_up=1; break; } } assert(!gave_up); pthread_join(t,0); return 0; }
