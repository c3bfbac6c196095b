// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int x;
void *f(void *u) { x++; return u; }
__attribute__((destructor)) void bye(void) { x++; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); return 0; }
