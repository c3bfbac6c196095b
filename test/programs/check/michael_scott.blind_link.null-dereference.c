// SPDX-License-Identifier: Apache-2.0
#define BLIND_LINK
#include "michael_scott.h"
static void* producer(void* argument) {
  enqueue((int)(size_t)argument + 1);
  return NULL;
}
static void test(void) {
  reset();
  in_threads(2, producer);
  struct node* removed = NULL;
  assert(dequeue(&removed) + dequeue(&removed) == 3);
}
