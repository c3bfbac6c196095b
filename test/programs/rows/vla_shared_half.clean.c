// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct j{int*p;int n;};
void*f(void*a){ struct j*j=a; for(int i=0;i<j->n;i++) j->p[i]=i; return 0;}
int g(int n){ int v[n]; struct j j={v,n/2}; pthread_t t; pthread_create(&t,0,f,&j); for(int i=n/2;i<n;i++) v[i]=i; pthread_join(t,0); int s=0; for(int i=0;i<n;i++) s+=v[i]; return s; }
int main(int c,char**v){ return g(8*c)-28; }
