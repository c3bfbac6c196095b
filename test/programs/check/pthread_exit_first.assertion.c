// SPDX-License-Identifier: Apache-2.0
// What the unwinder does at its first pthread_exit is no step of the program: each order of the two locks is run.
#include <assert.h>
#include <heddle/check.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int first;

static void* leave(void* argument) {
  (void)argument;
  pthread_exit(0);
}
static void* take(void* argument) {
  pthread_mutex_lock(&mutex);
  if (first == 0) first = argument == 0 ? 1 : 2;
  pthread_mutex_unlock(&mutex);
  return 0;
}
static void test(void* argument) {
  (void)argument;
  pthread_mutex_init(&mutex, 0);
  pthread_t threads[3];
  pthread_create(&threads[0], 0, take, 0);
  pthread_create(&threads[1], 0, leave, 0);
  pthread_create(&threads[2], 0, take, &mutex);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  assert(first == 1);
}

int main(void) { return heddle_check_run(test, 0, 0); }
