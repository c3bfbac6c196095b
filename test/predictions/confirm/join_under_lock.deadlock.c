// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t settings = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* nothing) {
  touch(&settings);
  return nothing;
}
int main() {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  later(1);
  pthread_mutex_lock(&settings);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&settings);
}
