// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void*f(void*p){ unsigned short s[3]={1,2,3}; return (void*)(long)nrand48(s); }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); void*q=f(0); pthread_join(t,&r); return q!=r; }
