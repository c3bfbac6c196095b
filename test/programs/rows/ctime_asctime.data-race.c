// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
void*f(void*a){ time_t t=0; ctime(&t); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); struct tm r={0}; asctime(&r); pthread_join(t,0); return 0; }
