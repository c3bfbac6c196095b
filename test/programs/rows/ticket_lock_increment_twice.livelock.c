// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_uint next,serving; int x;
void*f(void*p){ unsigned me=next++; while(serving!=me); x++; serving++; if(next==3&&me==0) serving++; return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); f(0); pthread_join(u,0); pthread_join(t,0); return 0; }
