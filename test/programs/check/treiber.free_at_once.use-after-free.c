// SPDX-License-Identifier: Apache-2.0
#include "treiber.h"
static void* work(void* argument) {
  (void)argument;
  struct node* node = pop();
  free(node);
  return NULL;
}
static void test(void) {
  head = NULL;
  push(1);
  push(2);
  in_threads(2, work);
}
