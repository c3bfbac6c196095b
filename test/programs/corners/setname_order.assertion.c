// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <assert.h>
pthread_t mainid;
void *a(void*p){ pthread_setname_np(mainid,p); return 0;}
int main(){ mainid=pthread_self(); pthread_t t,u; pthread_create(&t,0,a,"one"); pthread_create(&u,0,a,"two"); pthread_join(t,0); pthread_join(u,0); char b[16]; pthread_getname_np(mainid,b,sizeof b); assert(strcmp(b,"two")==0); return 0;}
