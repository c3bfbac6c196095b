// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <fenv.h>
#include <math.h>
#include <assert.h>
#include <stdatomic.h>
atomic_int turn; volatile long double q=1.0L;
volatile double dv=1.7;
void*f(void*p){ fesetround(FE_TOWARDZERO); turn=1; volatile double x=2.0/3.0*q; while(turn!=2); assert(rint(*(volatile double*)p)==1.0); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,(void*)&dv); while(turn!=1); volatile double v=1.7; assert(rint(v)==2.0); turn=2; pthread_join(t,0); return 0; }
