// SPDX-License-Identifier: Apache-2.0
// Two threads let go of what they share: both may think that they are the last.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <heddle/check.h>

static atomic_int users;
static int* shared;

static void* let_go(void* argument) {
  (void)argument;
  const int left = atomic_load(&users) - 1;  // not one step with the store
  atomic_store(&users, left);
  if (atomic_load(&users) == 0) free(shared);
  return NULL;
}

static void test(void* argument) {
  (void)argument;
  atomic_store(&users, 2);
  shared = malloc(sizeof *shared);
  pthread_t a, b;
  pthread_create(&a, NULL, let_go, NULL);
  pthread_create(&b, NULL, let_go, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

int main(void) { return heddle_check_run(test, NULL, NULL); }
