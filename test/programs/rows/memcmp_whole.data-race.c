// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char a[8]="xbcdefg",b[8]="xbcdefg";
void*f(void*p){ return (void*)(long)(memcmp(a,b,8)==0); }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); a[7]='z'; pthread_join(t,&r); return 0; }
