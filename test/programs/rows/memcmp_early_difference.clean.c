// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char a[8]="xbcdefg",b[8]="ybcdefg";
void*f(void*p){ return (void*)(long)(strcmp(a,b)<0); }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); a[4]='z'; pthread_join(t,&r); return r!=(void*)1; }
