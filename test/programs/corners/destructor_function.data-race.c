// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int x;
__attribute__((destructor)) void end(void) { x++; }
void *f(void *p) { x++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); return 0; }
