// SPDX-License-Identifier: Apache-2.0
// A stack of free cells, kept by their indices. Five steps of three threads in the right order give a cell to two of them.
#include "common.h"
static struct { atomic_int next, owner; } cells[3];
static atomic_int head, count = 3;
static int pop(void) {
  while (count > 1) {
    int first = head;
    const int next = atomic_exchange(&cells[first].next, -1);
    if (next >= 0) {
      int expected = first;
      if (atomic_compare_exchange_strong(&head, &expected, next)) {
        --count;
        return first;
      }
      atomic_exchange(&cells[first].next, next);
    }
  }
  return -1;
}
static void push(int cell) {
  int first = head;
  do {
    cells[cell].next = first;
  } while (!atomic_compare_exchange_strong(&head, &first, cell));
  ++count;
}
static void* use(void* a) {
  const int id = (int)(intptr_t)a;
  for (int i = 0; i < 2; ++i) {
    const int cell = pop();
    if (cell < 0) continue;
    cells[cell].owner = id;
    assert(cells[cell].owner == id);
    push(cell);
  }
  return a;
}
int main(void) {
  for (int i = 0; i < 3; ++i) cells[i].next = i < 2 ? i + 1 : -1;
  for (int i = 0; i < 3; ++i) start(use, i);
  join_all();
}
