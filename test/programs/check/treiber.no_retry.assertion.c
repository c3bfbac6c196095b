// SPDX-License-Identifier: Apache-2.0
#define NO_RETRY
#include "treiber.h"
static struct node* _Atomic popped[2];
static void* work(void* argument) {
  popped[(size_t)argument] = pop();
  return NULL;
}
static void test(void) {
  head = NULL;
  push(1);
  push(2);
  in_threads(2, work);
  assert(popped[0] != popped[1]);
}
