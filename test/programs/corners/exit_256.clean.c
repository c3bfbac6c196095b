// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void *f(void *p) { exit(256); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 512; }
