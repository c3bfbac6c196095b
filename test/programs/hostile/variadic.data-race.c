// SPDX-License-Identifier: Apache-2.0
// wrong: variadic function reads shared via pointers
#include <pthread.h>
#include <stdarg.h>
int x,y;
__attribute__((noinline)) int sum(int n,...){va_list a;va_start(a,n);int s=0;while(n--)s+=*va_arg(a,int*);va_end(a);return s;}
static void*f(void*p){y=1;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);int r=sum(2,&x,&y);pthread_join(t,0);return r>1;}
