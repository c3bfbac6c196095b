// SPDX-License-Identifier: Apache-2.0
// main joins T1 holding a lock; T1 joins a thread of its own, which wants that lock.
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* inner(void* nothing) {
  touch(&lock);
  return nothing;
}
static void* outer(void* nothing) {
  RUN(inner);
  return nothing;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, NULL, outer, NULL);
  later(1);
  pthread_mutex_lock(&lock);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&lock);
}
