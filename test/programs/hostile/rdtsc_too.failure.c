// SPDX-License-Identifier: Apache-2.0
// wrong: after the rdtsc deadline assumes the flag is set
#include <pthread.h>
#include <stdatomic.h>
#include <x86intrin.h>
#include <assert.h>
static atomic_int ok;
static void*f(void*p){ok=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);unsigned long long a=__rdtsc();while(__rdtsc()-a<3000000ull)if(ok)break;assert(ok);pthread_join(t,0);return 0;}
