// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
void *f(void *p) { time_t z = 0; struct tm *t = gmtime(&z); return t->tm_year == 70 ? p : p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); time_t z = 5; int y = localtime(&z)->tm_sec; pthread_join(t, 0); return y < 0; }
