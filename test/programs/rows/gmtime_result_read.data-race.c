// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
void*f(void*a){ time_t t=86400*400L; gmtime(&t); return 0; }
int main(){ time_t z=0; struct tm*p=gmtime(&z); pthread_t t; pthread_create(&t,0,f,0); int y=p->tm_year; pthread_join(t,0); return y>200; }
