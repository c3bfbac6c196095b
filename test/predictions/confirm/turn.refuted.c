// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int turn, x;
static int is_turn_of(int who) {
  pthread_mutex_lock(&lock);
  int mine = turn == who;
  pthread_mutex_unlock(&lock);
  return mine;
}
static void pass(int to) {
  pthread_mutex_lock(&lock);
  turn = to;
  pthread_mutex_unlock(&lock);
}
static void* first(void* nothing) {
  if (is_turn_of(0)) {
    ++x;
    pass(1);
  }
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  if (is_turn_of(1)) {
    ++x;
    pass(0);
  }
  return nothing;
}
int main() { RUN(first, second); }
