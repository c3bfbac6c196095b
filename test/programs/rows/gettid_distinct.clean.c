// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
#include <sys/types.h>
pid_t a,b;
void*f(void*p){ *(pid_t*)p=gettid(); return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,&a); pthread_create(&u,0,f,&b); pid_t m=gettid(); pthread_join(t,0); pthread_join(u,0); assert(m==getpid()); assert(a!=m&&b!=m); return 0; }
