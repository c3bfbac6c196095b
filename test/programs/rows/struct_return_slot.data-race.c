// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct big{int v[8];}; struct big g;
__attribute__((noinline)) struct big make(int x){ struct big b; for(int i=0;i<8;i++) b.v[i]=x; return b; }
void*f(void*p){ g=make(1); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int r=g.v[7]; pthread_join(t,0); return r>1; }
