// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int x; pthread_t t;
void *f(void *p) { x++; return p; }
__attribute__((constructor)) void begin(void) { pthread_create(&t, 0, f, 0); }
int main(void) { pthread_join(t, 0); return x - 1; }
