// SPDX-License-Identifier: Apache-2.0
// wrong: strlen reads terminator that other overwrites
#include <pthread.h>
#include <string.h>
char b[16]="abc";
static void*f(void*p){return (void*)strlen(b);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);b[3]='d';pthread_join(t,0);return 0;}
