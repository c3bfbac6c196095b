// SPDX-License-Identifier: Apache-2.0
// Double-checked initialisation with the right orders.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
int x, y[2];
int value(void) {
  if (!atomic_load_explicit(&done, memory_order_acquire)) {
    pthread_mutex_lock(&m);
    if (!atomic_load_explicit(&done, memory_order_relaxed)) {
      x = 7;
      atomic_store_explicit(&done, 1, memory_order_release);
    }
    pthread_mutex_unlock(&m);
  }
  return x;
}

static void* first(void* argument) {
  (void)argument;
  y[0] = value();
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  y[1] = value();
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
