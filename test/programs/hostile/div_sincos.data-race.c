// SPDX-License-Identifier: Apache-2.0
// wrong: strverscmp/strcoll reads while written
#define _GNU_SOURCE
#include <string.h>
#include <pthread.h>
static char b[16]="v1",s[16]="v2";
static void*f(void*p){return (void*)(long)strcoll(b,s);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);b[1]='3';pthread_join(t,0);return 0;}
