// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
pthread_barrier_t b; atomic_int arrived;
void *f(void *p) {
  int k = atomic_fetch_add(&arrived, 1);
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) assert(k == 1);
  return p;
}
int main(void) {
  pthread_t t, u; pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
  pthread_join(t, 0); pthread_join(u, 0);
}
