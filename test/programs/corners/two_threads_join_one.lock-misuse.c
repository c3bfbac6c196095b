// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_t v;
void *nop(void *p) { return p; }
void *joiner(void *p) { pthread_join(v, 0); return p; }
int main(void) {
  pthread_create(&v, 0, nop, 0);
  pthread_t a; pthread_create(&a, 0, joiner, 0);
  pthread_join(v, 0); pthread_join(a, 0);
}
