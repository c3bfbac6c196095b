// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
#include <sys/types.h>
pid_t a,b; pthread_t t3;
void*g(void*p){ *(pid_t*)p=gettid(); return 0; }
void*f(void*p){ pthread_create(&t3,0,g,&b); return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,&a); pthread_join(t,0); pthread_join(t3,0); pthread_join(u,0); assert(b<a); return 0; }
