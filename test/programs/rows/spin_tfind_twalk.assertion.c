// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <search.h>
#include <assert.h>
#include <stdlib.h>
atomic_int flag; void*root; int k[6]={1,2,3,4,5,6};
int c(const void*x,const void*y){ return *(int*)x-*(int*)y; }
void*f(void*p){ flag=1; return 0; }
int main(){ for(int i=0;i<6;i++) tsearch(&k[i],&root,c); pthread_t t; pthread_create(&t,0,f,0); int gave_up=0; while(!flag){ if(!root){ gave_up=1; break; } int*m=*(int**)root; tdelete(m,&root,c); } assert(!gave_up); pthread_join(t,0); return 0; }
