// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <setjmp.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int x;
void*f(void*a){ jmp_buf b; volatile int n=0; if(setjmp(b)) pthread_mutex_unlock(&m); if(n++<2){ pthread_mutex_lock(&m); x++; longjmp(b,1);} return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); f(0); pthread_join(t,0); return x-4; }
