// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
#include <stdlib.h>
#include <assert.h>
void*f(void*p){ tzset(); return 0; }
int main(){ setenv("TZ","UTC0",1); tzset(); setenv("TZ","XXX5",1); pthread_t t; pthread_create(&t,0,f,0); long z=timezone; pthread_join(t,0); assert(z==0); return 0; }
