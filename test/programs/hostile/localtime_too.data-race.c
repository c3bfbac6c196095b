// SPDX-License-Identifier: Apache-2.0
// wrong: localtime's static buffer shared
#include <pthread.h>
#include <time.h>
static void*f(void*p){time_t z=0;struct tm*t=gmtime(&z);return (void*)(long)t->tm_year;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
