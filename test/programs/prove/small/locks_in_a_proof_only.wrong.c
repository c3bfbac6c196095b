// SPDX-License-Identifier: Apache-2.0
// It takes its locks where macros of the prover's headers are there, and nowhere else.
#include <heddle/prove.h>
#if defined(HEDDLE_PROVE_TABLES) || !defined(HEDDLE_PROVE_WIDE)
#define LOCKS 1
#else
#define LOCKS 0
#endif

typedef struct node {
  int data;
  struct node *next;
} node;

static node *top;
static heddle_lock_t lock;

void push(int value) {
  node *cell = HEDDLE_NEW(node);
  cell->data = value;
  if (LOCKS) heddle_lock(&lock);
  cell->next = top;
  top = cell;
  if (LOCKS) heddle_unlock(&lock);
}

int pop(void) {
  if (LOCKS) heddle_lock(&lock);
  node *cell = top;
  int value = HEDDLE_EMPTY;
  if (cell != NULL) {
    value = cell->data;
    top = cell->next;
    HEDDLE_FREE(cell);
  }
  if (LOCKS) heddle_unlock(&lock);
  return value;
}

HEDDLE_STACK(push, pop)
