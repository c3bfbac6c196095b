// SPDX-License-Identifier: Apache-2.0
// Four threads pass a token on, each without looking who has it.
#include "common.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int token[4];
static void* pass(void* a) {
  const int i = (int)(intptr_t)a;
  LOCK(lock), token[i] = token[(i + 3) % 4] + 1, UNLOCK(lock);
  return a;
}
static void* check(void* a) {
  LOCK(lock);
  assert(token[0] + 1 != token[1] || token[1] + 1 != token[2] || token[2] + 1 != token[3]);
  UNLOCK(lock);
  return a;
}
int main(void) {
  for (int i = 0; i < 4; ++i) start(pass, i);
  start(check, 0);
  join_all();
}
