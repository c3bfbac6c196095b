// SPDX-License-Identifier: Apache-2.0
// wrong: swab on a shared buffer
#include <unistd.h>
#include <pthread.h>
static char b[8]="abcdefg",c[8];
static void*f(void*p){swab(b,c,6);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);char r=c[1];pthread_join(t,0);return r=='z';}
