// SPDX-License-Identifier: Apache-2.0
// A spin lock on one side only.
#include <pthread.h>

static pthread_spinlock_t s;
int x;

static void* first(void* argument) {
  (void)argument;
  pthread_spin_lock(&s);
  x++;
  pthread_spin_unlock(&s);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  x++;
  return 0;
}
int main(void) {
  pthread_spin_init(&s, 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
