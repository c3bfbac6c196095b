// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int want[2],turn; int x;
void*f(void*p){ int i=(int)(long)p; want[i]=1; while(want[1-i]){ if(turn!=i){ want[i]=0; while(turn!=i); want[i]=1; } } x++; turn=1-i; want[i]=0; return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,(void*)0); pthread_create(&u,0,f,(void*)1); pthread_join(t,0); pthread_join(u,0); return x-2; }
