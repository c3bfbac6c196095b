// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[16]="hello world";
void*f(void*a){ memmove(b,b+1,4); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); char c=b[4]; c+=b[3]; pthread_join(t,0); return c==0; }
