// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *published, value;
static void* writer(void* nothing) {
  value = 7;
  pthread_mutex_lock(&lock);
  published = &value;
  pthread_mutex_unlock(&lock);
  return nothing;
}
static void* user(void* nothing) {
  later(1);
  pthread_mutex_lock(&lock);
  int* mine = published;
  pthread_mutex_unlock(&lock);
  if (mine != NULL) *mine += 1;
  return nothing;
}
int main() { RUN(writer, user); }
