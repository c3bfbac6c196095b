// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int phase, board;
static int phase_now(void) {
  pthread_mutex_lock(&lock);
  int now = phase;
  pthread_mutex_unlock(&lock);
  return now;
}
static void next_phase(void) {
  pthread_mutex_lock(&lock);
  ++phase;
  pthread_mutex_unlock(&lock);
}
static void* first(void* nothing) {
  board = 1;
  next_phase();
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  switch (phase_now()) {
    case 1:
      board = 2;
      next_phase();
      break;
    default:
      break;
  }
  return nothing;
}
int main() { RUN(first, second); }
