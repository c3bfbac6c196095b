// SPDX-License-Identifier: Apache-2.0
// wrong: packed struct, overlapping union member accesses.
#include <pthread.h>
union{struct __attribute__((packed)){char c;int i;}p;char b[5];}u;
static void*f(void*p){u.p.i=0x01020304;return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);u.b[4]=9;pthread_join(t,0);return 0;}
