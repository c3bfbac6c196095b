// SPDX-License-Identifier: Apache-2.0
#include "michael_scott.h"
static void* consumer(void* argument) {
  (void)argument;
  struct node* removed = NULL;
  if (dequeue(&removed) != 0) free(removed);
  return NULL;
}
static void test(void) {
  reset();
  enqueue(1);
  enqueue(2);
  in_threads(2, consumer);
}
