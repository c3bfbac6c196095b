// SPDX-License-Identifier: Apache-2.0
// right: adjacent ranges
#include <pthread.h>
#include <string.h>
char b[64],s[64]={1};
static void*f(void*p){memcpy(b,s,32);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);memset(b+32,2,32);pthread_join(t,0);return b[0]!=1||b[63]!=2;}
