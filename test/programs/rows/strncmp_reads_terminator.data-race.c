// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[16]="abc";
void*f(void*p){ return (void*)(long)strncmp(b,"abcd",8); }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); b[3]='d'; pthread_join(t,&r); return 0; }
