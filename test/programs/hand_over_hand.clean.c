// SPDX-License-Identifier: Apache-2.0
// Locks are passed on hand over hand down a list.
#include <pthread.h>

static pthread_mutex_t m[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                               PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int x[4];
static void walk(void) {
  pthread_mutex_lock(&m[0]);
  for (int i = 0; i < 4; i++) {
    x[i]++;
    if (i < 3) pthread_mutex_lock(&m[i + 1]);
    pthread_mutex_unlock(&m[i]);
  }
}

static void* first(void* argument) {
  (void)argument;
  walk();
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  walk();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
