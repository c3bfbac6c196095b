// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int num[2]; int x;
void lock(int i){ int m=0; for(int j=0;j<2;j++){ int n=num[j]; if(n>m) m=n; } num[i]=m+1; for(int j=0;j<2;j++){ if(j==i) continue; for(;;){ int n=num[j]; if(n==0) break; int k=num[i]; if(n>k||(n==k&&j>i)) break; } } }
void*f(void*p){ int i=(int)(long)p; lock(i); x++; num[i]=0; return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,(void*)0); pthread_create(&u,0,f,(void*)1); pthread_join(t,0); pthread_join(u,0); return x-2; }
