// SPDX-License-Identifier: Apache-2.0
// Nothing is marked, and what is popped is what the exchange left where it was told what to expect.
#include <stdatomic.h>
#include <stdbool.h>
#include <heddle/prove.h>
typedef struct node { int data; struct node* next; } node;
static _Atomic(node*) top;
void push(int value) {
  node* cell = HEDDLE_NEW(node);
  cell->data = value;
  node* old = atomic_load(&top);
  do cell->next = old; while (!atomic_compare_exchange_weak(&top, &old, cell));
}
bool pop(int* out) {
  node* cell = atomic_load(&top);
  while (cell != NULL && !atomic_compare_exchange_weak(&top, &cell, cell->next)) {}
  if (cell == NULL) return false;
  *out = cell->data;
  return true;
}
HEDDLE_STACK(push, pop)
