// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;
static void* first(void* nothing) {
  x = 1;
  touch(&lock);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  touch(&lock);
  x = 2;
  return nothing;
}
int main() { RUN(first, second); }
