// SPDX-License-Identifier: Apache-2.0
// Neighbouring shorts, several epochs each.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
short s[4];

static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 50; i++) {
    s[0] = (short)i;
    s[2] = (short)i;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 0; i < 50; i++) {
    s[1] = (short)i;
    s[3] = (short)i;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
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
