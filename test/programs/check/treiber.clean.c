// SPDX-License-Identifier: Apache-2.0
// Popped nodes are not freed before all threads are done: no reclamation problem.
#include "treiber.h"
static struct node* _Atomic popped[2];
static void* work(void* argument) {
  const int i = (int)(size_t)argument;
  push(i + 1);
  popped[i] = pop();
  return NULL;
}
static void test(void) {
  head = NULL;
  in_threads(2, work);
  assert(popped[0] != NULL && popped[1] != NULL && popped[0] != popped[1] && head == NULL);
  free(popped[0]);
  free(popped[1]);
}
