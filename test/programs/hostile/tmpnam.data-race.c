// SPDX-License-Identifier: Apache-2.0
// wrong: ctime's static buffer
#include <time.h>
#include <pthread.h>
#include <stdio.h>
static void*f(void*p){time_t z=(long)p;return (void*)(long)ctime(&z)[0];}
int main(void){pthread_t t;pthread_create(&t,0,f,(void*)1);f((void*)99999999);pthread_join(t,0);return 0;}
