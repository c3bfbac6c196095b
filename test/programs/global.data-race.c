// SPDX-License-Identifier: Apache-2.0
// Two threads add to a global without a lock.
// expect-variable: x
#include <pthread.h>

int x;

static void* first(void* argument) {
  (void)argument;
  x++;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  x++;
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
