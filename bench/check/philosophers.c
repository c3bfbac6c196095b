// SPDX-License-Identifier: Apache-2.0
// Seven philosophers, one room: 7! orders.
#include "common.h"
enum { kCount = 7 };
static pthread_mutex_t room = PTHREAD_MUTEX_INITIALIZER, forks[kCount];
static void* dine(void* a) {
  const intptr_t i = (intptr_t)a;
  pthread_mutex_lock(&room);
  pthread_mutex_lock(&forks[i]);
  pthread_mutex_lock(&forks[(i + 1) % kCount]);
  pthread_mutex_unlock(&forks[(i + 1) % kCount]);
  pthread_mutex_unlock(&forks[i]);
  pthread_mutex_unlock(&room);
  return a;
}
static void test(void) {
  for (int i = 0; i < kCount; ++i) pthread_mutex_init(&forks[i], NULL);
  run(kCount, dine);
}
