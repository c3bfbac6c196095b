/* SPDX-License-Identifier: Apache-2.0 */
/* Michael and Scott's queue without reclamation. (With -DRACE also: uninitialised-read.) */
#include "textbook.h"
#ifndef ROUNDS
#define ROUNDS 1
#endif
struct node {
  int value;
  struct node *_Atomic next;
};
static struct node start;
static struct node *_Atomic head = &start, *_Atomic tail = &start;
static int last_value;
static void enqueue(int value) {
  struct node *made = malloc(sizeof *made);
  atomic_init(&made->next, 0);
#ifndef RACE
  made->value = value;
#endif
  while (1) {
    struct node *end = tail, *after = end->next;
    if (after) {
      atomic_compare_exchange_strong(&tail, &end, after);
      continue;
    }
    struct node *none = 0;
    if (atomic_compare_exchange_strong(&end->next, &none, made)) {
      atomic_compare_exchange_strong(&tail, &end, made);
      break;
    }
  }
#ifdef RACE
  made->value = value; /* too late: it is published */
#endif
}
static int dequeue(void) {
  while (1) {
    struct node *front = head, *end = tail, *after = front->next;
    if (!after) return -1;
    if (front == end) {
      atomic_compare_exchange_strong(&tail, &end, after);
      continue;
    }
    if (atomic_compare_exchange_strong(&head, &front, after)) return after->value;
  }
}
static void *body(void *argument) {
  for (int round = 0; round < ROUNDS; ++round)
    if (ME == 0) {
      enqueue(7);
    } else {
      const int got = dequeue();
#ifndef RACE
      assert(got == 7 || got == -1);
#else
      (void)got;
#endif
    }
  return 0;
}
int main(void) {
  run_threads(body);
  last_value = 0;
}
