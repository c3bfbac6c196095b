// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
__attribute__((noinline)) int big(void) { char b[1 << 20]; memset(b, 1, sizeof b); __asm__ volatile("" ::"r"(b) : "memory"); return b[4 << 10]; }
void *f(void *p) { return big() == 1 ? p : (void *)1; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, &r); return r != 0; }
