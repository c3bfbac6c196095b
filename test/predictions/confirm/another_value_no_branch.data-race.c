// SPDX-License-Identifier: Apache-2.0
// Only possible by the recording alone: on the schedule that shows it, the second thread reads another count.
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count, x;
static void* first(void* nothing) {
  x = 1;
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  pthread_mutex_lock(&lock);
  int seen = count;
  pthread_mutex_unlock(&lock);
  x = seen;
  return nothing;
}
int main() { RUN(first, second); }
