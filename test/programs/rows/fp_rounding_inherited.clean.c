// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <fenv.h>
#include <assert.h>
void*f(void*p){ assert(fegetround()==FE_DOWNWARD); fesetround(FE_UPWARD); return 0; }
int main(){ fesetround(FE_DOWNWARD); pthread_t t; pthread_create(&t,0,f,0); fesetround(FE_TOWARDZERO); pthread_join(t,0); assert(fegetround()==FE_TOWARDZERO); return 0; }
