// SPDX-License-Identifier: Apache-2.0
// wrong: memcpy range touches one byte of another's
#include <pthread.h>
#include <string.h>
char b[64],s[64];
static void*f(void*p){memcpy(b,s,33);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);b[32]=1;pthread_join(t,0);return 0;}
