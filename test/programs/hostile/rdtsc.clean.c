// SPDX-License-Identifier: Apache-2.0
// right: spin with a rdtsc deadline
#include <pthread.h>
#include <stdatomic.h>
#include <x86intrin.h>
static atomic_int ok;static int d;
static void*f(void*p){d=1;ok=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);unsigned long long a=__rdtsc();int r=1;while(__rdtsc()-a<2000000000ull)if(ok){r=d;break;}pthread_join(t,0);return r!=1;}
