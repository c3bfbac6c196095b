// SPDX-License-Identifier: Apache-2.0
// N philosophers who all take the left fork first.
#include "common.h"
static pthread_mutex_t forks[N];
static void* dine(void* a) {
  const intptr_t i = (intptr_t)a;
  LOCK(forks[i]), LOCK(forks[(i + 1) % N]);
  UNLOCK(forks[(i + 1) % N]), UNLOCK(forks[i]);
  return a;
}
int main(void) {
  for (int i = 0; i < N; ++i) pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < N; ++i) start(dine, i);
  join_all();
}
