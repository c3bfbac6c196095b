// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
static int v[1 << 16]; long s;
void *f(void *p) { for (int k = 0; k < 20; k++) for (int i = 0; i < (1 << 16); i++) v[i] += i ^ k; for (int i = 0; i < (1 << 16); i++) s += v[i]; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); f(0); return s == 0; }
