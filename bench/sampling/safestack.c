// SPDX-License-Identifier: Apache-2.0
// A stack of free cells, kept by their indices, of which three threads take and give back. The last cell but one may be given to two of
// them: that takes three threads, and five times that one is interrupted in the right place.
#include "common.h"
enum { kCells = 3, kRounds = 2 };
static struct { atomic_int next, value; } cells[kCells];
static atomic_int head, count = kCells;
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
  for (int i = 0; i < kRounds; ++i) {
    int cell = pop();
    for (int tries = 0; cell < 0 && tries < 2; ++tries) cell = pop();
    if (cell < 0) continue;
    cells[cell].value = id;
    assert(cells[cell].value == id);
    push(cell);
  }
  return a;
}
int main(void) {
  for (int i = 0; i < kCells; ++i) cells[i].next = i < kCells - 1 ? i + 1 : -1;
  for (int i = 0; i < 3; ++i) start(use, i);
  join_all();
}
