// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
struct e{int k,v;}; struct e v[4]={{1,1},{2,2},{3,3},{4,4}};
int c(const void*a,const void*b){ return *(const int*)a-((const struct e*)b)->k; }
void*f(void*a){ v[3].k=5; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int k=4; struct e*p=bsearch(&k,v,4,sizeof*v,c); pthread_join(t,0); return p&&p->v!=4; }
