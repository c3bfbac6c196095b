// SPDX-License-Identifier: Apache-2.0
// wrong: shared buffer by snprintf
#include <pthread.h>
#include <stdio.h>
char b[32];
static void*f(void*p){snprintf(b,sizeof b,"%d",7);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);puts(b);pthread_join(t,0);return 0;}
