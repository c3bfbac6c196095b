// SPDX-License-Identifier: Apache-2.0
// wrong in some schedules only when the random bit is 1 (half of the runs) : lost update
#include <sys/random.h>
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int n;
static void*f(void*x){unsigned char s;if(getrandom(&s,1,0)!=1)return 0;if(s&1){int v=n;n=v+1;}else n++;return 0;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);assert(n==2);return 0;}
