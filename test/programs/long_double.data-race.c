// SPDX-License-Identifier: Apache-2.0
// Ten bytes are stored.
// expect-variable: number
#include <pthread.h>

long double number;
static void *work(void *unused) {
  number = 1.5L;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  volatile long double seen = number;
  (void)seen;
  pthread_join(t, 0);
  return 0;
}
