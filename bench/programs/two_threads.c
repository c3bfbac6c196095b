// SPDX-License-Identifier: Apache-2.0
// Two threads, seven atomic operations each: what an execution costs in-process.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include <heddle/check.h>

static atomic_int x, y;
static void* first(void* argument) {
  (void)argument;
  for (int i = 0; i < 7; ++i) {
    if (i % 2 == 0)
      x = i;
    else
      (void)atomic_load(&y);
  }
  return NULL;
}
static void* second(void* argument) {
  (void)argument;
  for (int i = 0; i < 7; ++i) {
    if (i % 2 == 0)
      y = i;
    else
      (void)atomic_load(&x);
  }
  return NULL;
}
static void test(void* argument) {
  (void)argument;
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
int main(void) { return heddle_check_run(test, NULL, NULL); }
