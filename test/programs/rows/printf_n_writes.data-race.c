// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
int n;
void*f(void*p){ char b[8]; snprintf(b,sizeof b,"abc%n",&n); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); n=7; pthread_join(t,0); return 0; }
