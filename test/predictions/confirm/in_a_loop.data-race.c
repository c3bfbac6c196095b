// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int inside, outside;
static void* first(void* nothing) {
  for (int i = 0; i < 4; ++i) {
    pthread_mutex_lock(&lock);
    ++inside;
    pthread_mutex_unlock(&lock);
    if (i == 1) outside = 1;
  }
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  for (int i = 0; i < 3; ++i) touch(&lock);
  outside = 2;
  return nothing;
}
int main() { RUN(first, second); }
