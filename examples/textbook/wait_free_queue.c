/* SPDX-License-Identifier: Apache-2.0 */
/* Lamport's queue of one producer and one consumer. */
#include "textbook.h"
static int items[2];
static SYNC int head, tail;
static void *body(void *argument) {
  if (ME == 0) {
    for (int i = 1; i <= 2; ++i) {
      while (tail - head == 2) {
      }
      items[tail % 2] = i;
      tail = tail + 1;
    }
  } else {
    for (int i = 1; i <= 2; ++i) {
      while (tail - head == 0) {
      }
      assert(items[head % 2] == i);
      head = head + 1;
    }
  }
  return 0;
}
int main(void) { run_threads(body); }
