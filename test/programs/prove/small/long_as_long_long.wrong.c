// SPDX-License-Identifier: Apache-2.0
// Written as a `long long`, read as a `long`: a compiler may take the two to be other memory.
#include <heddle/prove.h>

typedef struct node {
  long data;
  struct node* next;
} node;
static node* top;
static heddle_lock_t lock;

void push(long value) {
  node* cell = HEDDLE_NEW(node);
  *(long long*)&cell->data = value;
  heddle_lock(&lock);
  cell->next = top; top = cell;
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
}
long pop(void) {
  heddle_lock(&lock);
  node* cell = top;
  if (!cell) { HEDDLE_LINEARIZE(HEDDLE_EMPTY); heddle_unlock(&lock); return HEDDLE_EMPTY; }
  top = cell->next;
  long value = cell->data;
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
  HEDDLE_FREE(cell);
  return value;
}
HEDDLE_STACK(push, pop)
