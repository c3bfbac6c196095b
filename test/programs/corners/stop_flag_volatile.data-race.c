// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
volatile int stop;
void *f(void *p) { while (!stop) ; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); stop = 1; pthread_join(t, 0); }
