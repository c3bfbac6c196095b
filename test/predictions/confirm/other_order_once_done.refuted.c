// SPDX-License-Identifier: Apache-2.0
// The second thread takes the locks in the opposite order only when the first one will take them no more.
#include "threads.h"
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER,
                       b = PTHREAD_MUTEX_INITIALIZER;
int done;
static void* first(void* nothing) {
  pthread_mutex_lock(&a);
  touch(&b);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&gate);
  done = 1;
  pthread_mutex_unlock(&gate);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  pthread_mutex_lock(&gate);
  int is_done = done;
  pthread_mutex_unlock(&gate);
  if (is_done) {
    pthread_mutex_lock(&b);
    touch(&a);
    pthread_mutex_unlock(&b);
  }
  return nothing;
}
int main() { RUN(first, second); }
