// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <pthread.h>
volatile int s;
void*w(void*q){s=getchar_unlocked();return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);volatile int c=getchar_unlocked();(void)c;pthread_join(t,0);return 0;}
