// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
struct tm t0={.tm_mday=40,.tm_year=70};
void*f(void*a){ mktime(&t0); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int d=t0.tm_mday; pthread_join(t,0); return d>99; }
