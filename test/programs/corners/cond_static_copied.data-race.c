// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *f(void *p) { pthread_cond_signal(&c); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); c = (pthread_cond_t)PTHREAD_COND_INITIALIZER; pthread_join(t, 0); }
