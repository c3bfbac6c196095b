// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int ready, x;
static void* producer(void* nothing) {
  x = 1;
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_mutex_unlock(&lock);
  return nothing;
}
static void* consumer(void* nothing) {
  later(1);
  pthread_mutex_lock(&lock);
  int is_ready = ready;
  pthread_mutex_unlock(&lock);
  if (is_ready) x = 2;
  return nothing;
}
int main() { RUN(producer, consumer); }
