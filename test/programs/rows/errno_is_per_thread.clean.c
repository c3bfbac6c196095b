// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
#include <stdlib.h>
void*f(void*p){ errno=0; strtol("99999999999999999999999",0,10); return (void*)(long)(errno!=ERANGE); }
int main(){ errno=5; pthread_t t; void*r; pthread_create(&t,0,f,0); int e=errno; pthread_join(t,&r); return e!=5||r; }
