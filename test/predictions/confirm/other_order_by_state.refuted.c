// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
enum State { filling, draining };
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, in = PTHREAD_MUTEX_INITIALIZER,
                       out = PTHREAD_MUTEX_INITIALIZER;
enum State state = filling;
static enum State look(void) {
  pthread_mutex_lock(&gate);
  enum State now = state;
  pthread_mutex_unlock(&gate);
  return now;
}
static void* filler(void* nothing) {
  pthread_mutex_lock(&in);
  touch(&out);
  pthread_mutex_unlock(&in);
  pthread_mutex_lock(&gate);
  state = draining;
  pthread_mutex_unlock(&gate);
  return nothing;
}
static void* drainer(void* nothing) {
  later(1);
  if (look() == draining) {
    pthread_mutex_lock(&out);
    touch(&in);
    pthread_mutex_unlock(&out);
  } else {
    touch(&out);
  }
  return nothing;
}
int main() { RUN(filler, drainer); }
