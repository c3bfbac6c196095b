// SPDX-License-Identifier: Apache-2.0
// right
#include <pthread.h>
#include <string.h>
static void*f(void*p){char b[]="a b c",*s;int n=0;for(char*t=strtok_r(b," ",&s);t;t=strtok_r(0," ",&s))n++;return (void*)(long)n;}
int main(void){pthread_t t;void*r;pthread_create(&t,0,f,0);f(0);pthread_join(t,&r);return (long)r!=3;}
