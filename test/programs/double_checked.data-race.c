// SPDX-License-Identifier: Apache-2.0
// The first check is a plain read.
// expect-variable: done
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, x, y[2];
static int value(void) {
  if (!done) {
    pthread_mutex_lock(&m);
    if (!done) {
      x = 7;
      done = 1;
    }
    pthread_mutex_unlock(&m);
  }
  return x;
}
static void* body(void* argument) {
  *(int*)argument = value();
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, body, &y[0]);
  pthread_create(&b, 0, body, &y[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
