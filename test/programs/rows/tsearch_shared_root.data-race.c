// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <search.h>
void*root; int a=1,b=2;
int c(const void*x,const void*y){ return *(int*)x-*(int*)y; }
void*f(void*p){ tsearch(&a,&root,c); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); tsearch(&b,&root,c); pthread_join(t,0); return 0; }
