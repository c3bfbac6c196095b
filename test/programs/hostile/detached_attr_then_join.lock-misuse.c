// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
void *f(void *u) { return u; }
int main(void) { pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED); pthread_t t; pthread_create(&t, &a, f, 0); pthread_join(t, 0); return 0; }
