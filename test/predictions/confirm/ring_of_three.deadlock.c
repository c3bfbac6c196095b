// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                     PTHREAD_MUTEX_INITIALIZER};
static void eat(int left, int right) {
  pthread_mutex_lock(&fork_of[left]);
  pthread_mutex_lock(&fork_of[right]);
  usleep(1);
  pthread_mutex_unlock(&fork_of[right]);
  pthread_mutex_unlock(&fork_of[left]);
}
static void* plato(void* nothing) {
  eat(0, 1);
  return nothing;
}
static void* kant(void* nothing) {
  later(1);
  eat(1, 2);
  return nothing;
}
static void* hume(void* nothing) {
  later(2);
  eat(2, 0);
  return nothing;
}
int main() { RUN(plato, kant, hume); }
