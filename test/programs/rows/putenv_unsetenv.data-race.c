// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
char e[]="HY=2";
void*f(void*a){ putenv(e); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); char*p=getenv("HZ"); pthread_join(t,0); return p!=0; }
