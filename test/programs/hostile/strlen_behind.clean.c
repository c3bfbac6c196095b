// SPDX-License-Identifier: Apache-2.0
// right: writes behind the terminator
#include <pthread.h>
#include <string.h>
char b[16]="abc";
static void*f(void*p){return (void*)strlen(b);}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);b[4]='d';pthread_join(t,&r);return (long)r!=3;}
