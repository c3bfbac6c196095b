// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
char buf[16];
void *a(void*p){ swab("abcdefgh",buf,8); return 0;}
int main(){ pthread_t t,u; pthread_create(&t,0,a,0); pthread_create(&u,0,a,0); pthread_join(t,0); pthread_join(u,0); return 0;}
