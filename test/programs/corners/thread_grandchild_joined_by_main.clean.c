// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_t g; int x;
void *leaf(void *p) { x = 1; return p; }
void *mid(void *p) { pthread_create(&g, 0, leaf, 0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, mid, 0); pthread_join(t, 0); pthread_join(g, 0); return x - 1; }
