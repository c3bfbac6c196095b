// SPDX-License-Identifier: Apache-2.0
// Each thread holds a mutex, but not the same; a third one orders them in the recording.
#include "threads.h"
static pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, yours = PTHREAD_MUTEX_INITIALIZER,
                       other = PTHREAD_MUTEX_INITIALIZER;
int x;
static void* first(void* nothing) {
  pthread_mutex_lock(&mine);
  ++x;
  pthread_mutex_unlock(&mine);
  touch(&other);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  touch(&other);
  pthread_mutex_lock(&yours);
  ++x;
  pthread_mutex_unlock(&yours);
  return nothing;
}
int main() { RUN(first, second); }
