// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t tree, cache = PTHREAD_MUTEX_INITIALIZER;
static void walk(int depth) {
  pthread_mutex_lock(&tree);
  if (depth > 0) walk(depth - 1);
  if (depth == 0) touch(&cache);
  pthread_mutex_unlock(&tree);
}
static void* walker(void* nothing) {
  walk(3);
  return nothing;
}
static void* cleaner(void* nothing) {
  later(1);
  pthread_mutex_lock(&cache);
  pthread_mutex_lock(&tree);
  pthread_mutex_unlock(&tree);
  pthread_mutex_unlock(&cache);
  return nothing;
}
int main() {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&tree, &kind);
  RUN(walker, cleaner);
}
