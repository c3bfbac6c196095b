// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[16]="abcX";
void*f(void*p){ return (void*)(long)strncmp(b,"abq",8); }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); b[4]='y'; b[3]='z'; pthread_join(t,&r); return r==0; }
