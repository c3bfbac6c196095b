// SPDX-License-Identifier: Apache-2.0
// wrong: explicit_bzero / memccpy
#define _GNU_SOURCE
#include <string.h>
#include <pthread.h>
static char b[16]="secret";
static void*f(void*p){explicit_bzero(b,16);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);char r=b[3];pthread_join(t,0);return r=='z';}
