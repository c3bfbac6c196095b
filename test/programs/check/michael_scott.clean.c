// SPDX-License-Identifier: Apache-2.0
// Removed nodes are kept: no reclamation problem.
#include "michael_scott.h"
static _Atomic int got;
static void* producer(void* argument) {
  enqueue((int)(size_t)argument + 1);
  return NULL;
}
static void* consumer(void* argument) {
  (void)argument;
  struct node* removed = NULL;
  got = dequeue(&removed);
  return NULL;
}
static void* either(void* argument) { return (size_t)argument == 0 ? producer(argument) : consumer(argument); }
static void test(void) {
  reset();
  got = 0;
  in_threads(2, either);
  struct node* removed = NULL;
  if (got == 0) got = dequeue(&removed);
  assert(got == 1 && dequeue(&removed) == 0);
}
