// SPDX-License-Identifier: Apache-2.0
// An error-checking mutex refuses a second lock.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int x, refused;

static void* first(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  if (pthread_mutex_lock(&m)) refused++;
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (refused != 1) return 9;
  return 0;
}
