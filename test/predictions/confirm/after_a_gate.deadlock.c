// SPDX-License-Identifier: Apache-2.0
// Both pass the same gate, but not while they take the two locks.
#include "threads.h"
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;
static void* first(void* nothing) {
  touch(&gate);
  pthread_mutex_lock(&a);
  touch(&b);
  pthread_mutex_unlock(&a);
  touch(&gate);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  touch(&gate);
  pthread_mutex_lock(&b);
  touch(&a);
  pthread_mutex_unlock(&b);
  touch(&gate);
  return nothing;
}
int main() { RUN(first, second); }
