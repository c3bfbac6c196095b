// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
void*f(void*a){ time_t t=0; struct tm r; gmtime_r(&t,&r); return (void*)(long)(r.tm_year!=70); }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); void*q=f(0); pthread_join(t,&r); return q||r; }
