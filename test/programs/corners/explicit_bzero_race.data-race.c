// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
char buf[16];
void *a(void*p){ explicit_bzero(buf,8); return 0;}
int main(){ pthread_t t; pthread_create(&t,0,a,0); buf[3]=1; pthread_join(t,0); return 0;}
