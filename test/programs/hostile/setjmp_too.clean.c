// SPDX-License-Identifier: Apache-2.0
// right: longjmp then unlock
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int n;
__attribute__((noinline)) static void deep(jmp_buf*j,int k){volatile int pad[20];pad[k]=k;if(k)deep(j,k-1);else longjmp(*j,1);pad[0]=1;}
static void*f(void*p){jmp_buf j;pthread_mutex_lock(&m);if(setjmp(j)==0)deep(&j,5);n++;pthread_mutex_unlock(&m);return 0;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return n!=2;}
