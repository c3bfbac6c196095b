// SPDX-License-Identifier: Apache-2.0
// The default of a switch is taken when there is one cell.
#include <heddle/prove.h>

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static heddle_lock_t lock;

static int state_of(node *cell) { return cell == NULL ? 7 : cell->next == NULL ? -1 : 3; }

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  heddle_lock(&lock);
  cell->next = top;
  top = cell;
  HEDDLE_LINEARIZE(value);
  heddle_unlock(&lock);
}

int pop(void) {
  heddle_lock(&lock);
  node *cell = top;
  switch (state_of(cell)) {
    case 7:
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      heddle_unlock(&lock);
      return HEDDLE_EMPTY;
    case 3:
      break;
    default:
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      heddle_unlock(&lock);
      return HEDDLE_EMPTY;
  }
  top = cell->next;
  HEDDLE_LINEARIZE(cell->data);
  heddle_unlock(&lock);
  int value = cell->data;
  HEDDLE_FREE(cell);
  return value;
}

HEDDLE_STACK(push, pop)
