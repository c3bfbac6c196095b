// SPDX-License-Identifier: Apache-2.0
// More than 64 locks held at once.
#include <pthread.h>

static pthread_mutex_t m[70];
int x;

static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 70; i++) pthread_mutex_lock(&m[i]);
  x++;
  for (int i = 69; i >= 0; i--) pthread_mutex_unlock(&m[i]);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  pthread_mutex_lock(&m[69]);
  x++;
  pthread_mutex_unlock(&m[69]);
  return 0;
}
int main(void) {
  for (int i = 0; i < 70; i++) pthread_mutex_init(&m[i], 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
