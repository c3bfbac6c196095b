// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
void *f(void *u) { pthread_detach(pthread_self()); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
