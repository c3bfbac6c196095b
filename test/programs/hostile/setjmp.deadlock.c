// SPDX-License-Identifier: Apache-2.0
// wrong: longjmp out of the critical section without unlock in one path
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int n;
static void*f(void*p){jmp_buf j;if(setjmp(j)==0){pthread_mutex_lock(&m);if(++n==1)longjmp(j,1);pthread_mutex_unlock(&m);}return 0;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return 0;}
