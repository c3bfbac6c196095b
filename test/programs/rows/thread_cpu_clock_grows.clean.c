// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <assert.h>
static long cpu(){ struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID,&t); return t.tv_sec*1000000000L+t.tv_nsec; }
void*f(void*p){ long a=cpu(); volatile long s=0; for(int i=0;i<1000;i++) s+=i; long b=cpu(); assert(b>=a); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); f(0); pthread_join(t,0); return 0; }
