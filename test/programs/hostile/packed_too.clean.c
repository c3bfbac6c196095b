// SPDX-License-Identifier: Apache-2.0
// right: packed struct different bytes.
#include <pthread.h>
struct __attribute__((packed)){char c;int i;char d;}u;
static void*f(void*p){u.i=0x01020304;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);u.c=9;u.d=7;pthread_join(t,0);return u.i!=0x01020304||u.c!=9||u.d!=7;}
