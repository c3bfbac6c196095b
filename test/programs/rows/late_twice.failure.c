// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
atomic_int flag;
static long now(){ struct timespec t; clock_gettime(CLOCK_MONOTONIC,&t); return t.tv_sec*1000+t.tv_nsec/1000000; }
void*f(void*p){ flag=1; return 0; }
int poll(long ms){ long d=now()+ms; while(!flag) if(now()>d) return 0; return 1; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int a=poll(1000),b=poll(1000),c=poll(1000); pthread_join(t,0); return !a&&!b&&!c; }
