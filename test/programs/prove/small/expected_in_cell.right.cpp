// SPDX-License-Identifier: Apache-2.0
// The compare-exchange finds what it expects in the new cell, and leaves what it found there.
#include <atomic>

#include <heddle/prove.h>

struct node {
  int data;
  node* next;
};
static std::atomic<node*> top;

void push(int value) {
  node* cell = new node;
  cell->data = value;
  cell->next = top.load();
  while (!top.compare_exchange_weak(cell->next, cell)) {
  }
  HEDDLE_LINEARIZE(value);
}

int pop() {
  node* cell = top.load();
  do {
    if (cell == nullptr) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
  } while (!top.compare_exchange_weak(cell, cell->next));
  HEDDLE_LINEARIZE(cell->data);
  return cell->data;
}

HEDDLE_STACK(push, pop)
