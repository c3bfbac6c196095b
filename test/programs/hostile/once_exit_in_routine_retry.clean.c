// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
pthread_once_t o = PTHREAD_ONCE_INIT; int n, tries;
void r(void) { if (tries++ == 0) pthread_exit(0); n++; }
void *f(void *u) { pthread_once(&o, r); return u; }
int main(void) {
  pthread_t t, s; pthread_create(&t, 0, f, 0); pthread_create(&s, 0, f, 0);
  pthread_join(t, 0); pthread_join(s, 0); assert(tries == 2 && n == 1); return 0;
}
