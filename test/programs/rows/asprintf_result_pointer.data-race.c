// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
char*p;
void*f(void*a){ if(asprintf(&p,"%d",1)<0) abort(); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); char*q=p; pthread_join(t,0); free(p); return q==(char*)1; }
