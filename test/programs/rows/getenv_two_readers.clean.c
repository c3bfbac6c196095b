// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void*f(void*a){ return getenv("PATH"); }
int main(){ setenv("HX","1",1); pthread_t t; pthread_create(&t,0,f,0); char*p=getenv("HX"); pthread_join(t,0); return *p!='1'; }
