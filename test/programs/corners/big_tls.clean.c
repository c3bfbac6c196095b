// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
_Thread_local char b[1 << 20]; int s[2];
void *f(void *p) { memset(b, 1, sizeof b); *(int *)p = b[77777]; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, &s[0]); f(&s[1]); pthread_join(t, 0); return s[0] + s[1] - 2; }
