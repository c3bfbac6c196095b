// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int numbers[16];
static void* first(void* nothing) {
  for (int i = 0; i < 9; ++i) numbers[i] = i;
  touch(&lock);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  touch(&lock);
  for (int i = 8; i < 16; ++i) numbers[i] = -i;
  return nothing;
}
int main() { RUN(first, second); }
