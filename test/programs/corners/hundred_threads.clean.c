// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int x;
void *f(void *p) { x++; return p; }
int main(void) { for (int i = 0; i < 100; i++) { pthread_t t; if (pthread_create(&t, 0, f, 0)) return 1; pthread_join(t, 0); } return x - 100; }
