// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <fenv.h>
#include <assert.h>
atomic_int flag;
void*f(void*p){ flag=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int gave_up=0; while(!flag){ int r=fegetround(); if(r==FE_TOWARDZERO){ gave_up=1; break; } fesetround(r==FE_TONEAREST?FE_UPWARD:FE_TOWARDZERO); } assert(!gave_up); pthread_join(t,0); return 0; }
