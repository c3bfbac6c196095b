// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
static char b[1 << 19];
void *f(void *p) { memset(b, 3, sizeof b); return b[77] == 3 ? p : (void *)1; }
int main(void) { pthread_t t; void *r; pthread_create(&t, 0, f, 0); pthread_join(t, &r); return r != 0; }
