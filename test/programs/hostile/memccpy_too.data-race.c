// SPDX-License-Identifier: Apache-2.0
// wrong: memccpy, strlcpy-like
#define _GNU_SOURCE
#include <string.h>
#include <pthread.h>
static char b[16],s[16]="hello";
static void*f(void*p){memccpy(b,s,'o',16);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);char r=b[4];pthread_join(t,0);return r=='z';}
