// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
__attribute__((noinline)) int big(void) { volatile char b[6 << 20]; for (int i = 0; i < (6 << 20); i += 4096) b[i] = 1; return b[4 << 20]; }
void *f(void *p) { return big() == 1 ? p : (void *)1; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, &r); return r != 0; }
