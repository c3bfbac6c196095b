// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
#include <assert.h>
#include <sys/types.h>
pid_t a,b; pthread_barrier_t br;
void*f(void*p){ *(pid_t*)p=gettid(); pthread_barrier_wait(&br); assert(a!=b && *(pid_t*)p==gettid()); return 0; }
int main(){ pthread_barrier_init(&br,0,2); pthread_t t,u; pthread_create(&t,0,f,&a); pthread_create(&u,0,f,&b); pthread_join(t,0); pthread_join(u,0); return 0; }
