// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <setjmp.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; int x;
void*f(void*a){ jmp_buf b; if(!setjmp(b)){ pthread_mutex_lock(&m); if(x++==1) longjmp(b,1); pthread_mutex_unlock(&m);} return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); f(0); pthread_join(t,0); pthread_mutex_lock(&m); return 0; }
