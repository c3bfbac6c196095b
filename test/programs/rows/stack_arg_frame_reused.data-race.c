// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct a{int x,y;};
int sum; 
void*f(void*p){ struct a*q=p; sum=q->x+q->y; return 0;}
__attribute__((noinline)) void use(int*p){ for(int i=0;i<32;i++) p[i]=i; }
__attribute__((noinline)) pthread_t start(int i){ struct a v={i,i}; pthread_t t; pthread_create(&t,0,f,&v); return t; }
__attribute__((noinline)) int other(void){ int z[32]; use(z); return z[0]; }
int main(){ pthread_t t=start(1); int r=other(); pthread_join(t,0); return r;}
