// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int st; int x; // -1 writer, n readers
void rl(){ int s; do{ while((s=st)<0); } while(!atomic_compare_exchange_weak(&st,&s,s+1)); }
void ru(){ st--; }
void*f(void*p){ rl(); if(x==0){ ru(); int z=0; if(atomic_compare_exchange_strong(&st,&z,-1)){ x++; st=0; } } else ru(); return 0; }
void*g(void*p){ int z=0; while(!atomic_compare_exchange_strong(&st,&z,-1)) z=0; st=0; x++; return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); pthread_join(t,0); pthread_join(u,0); return 0; }
