// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
pthread_barrier_t b;
void *f(void *p) { pthread_barrier_wait(&b); return p; }
int main(void) {
  pthread_t t[3]; pthread_barrier_init(&b, 0, 2);
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
