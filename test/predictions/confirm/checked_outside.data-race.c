// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int* made;
int memory;
static void* first(void* nothing) {
  pthread_mutex_lock(&lock);
  if (made == NULL) made = &memory;
  pthread_mutex_unlock(&lock);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  touch(&lock);
  if (made != NULL) *made = 2;
  return nothing;
}
int main() { RUN(first, second); }
