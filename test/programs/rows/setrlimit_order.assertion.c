// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <sys/resource.h>
#include <assert.h>
void*f(void*p){ struct rlimit r; getrlimit(RLIMIT_CORE,&r); r.rlim_cur=0; setrlimit(RLIMIT_CORE,&r); r.rlim_cur=1; r.rlim_max=1; getrlimit(RLIMIT_NOFILE,&r); r.rlim_cur=77; setrlimit(RLIMIT_NOFILE,&r); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); struct rlimit r; getrlimit(RLIMIT_NOFILE,&r); pthread_join(t,0); assert(r.rlim_cur!=77); return 0; }
