// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int users = 2, *block;
static void give_back(void) {
  pthread_mutex_lock(&lock);
  int left = --users;
  pthread_mutex_unlock(&lock);
  if (left == 0) block[0] = -1;
}
static void* first(void* nothing) {
  block[0] = 1;
  give_back();
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  block[1] = 1;
  give_back();
  return nothing;
}
int main() {
  block = calloc(2, sizeof *block);
  RUN(first, second);
  free(block);
}
