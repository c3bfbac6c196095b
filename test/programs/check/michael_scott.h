// SPDX-License-Identifier: Apache-2.0
#include "common.h"
struct node {
  int value;
  struct node* _Atomic next;
};
static struct node* _Atomic head;
static struct node* _Atomic tail;
static struct node* new_node(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->next, NULL);
  return node;
}
static void enqueue(int value) {
  struct node* node = new_node(value);
  while (true) {
    struct node* last = tail;
    struct node* next = last->next;
    if (last != tail) continue;
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
#ifdef BLIND_LINK
    last->next = node;
    atomic_compare_exchange_strong(&tail, &last, node);
    return;
#else
    if (atomic_compare_exchange_strong(&last->next, &next, node)) {
      atomic_compare_exchange_strong(&tail, &last, node);
      return;
    }
#endif
  }
}
static int dequeue(struct node** removed) {
  while (true) {
    struct node* first = head;
    struct node* last = tail;
    struct node* next = first->next;
    if (first != head) continue;
    if (first == last) {
      if (next == NULL) return 0;
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    const int value = next->value;
    if (atomic_compare_exchange_strong(&head, &first, next)) {
      *removed = first;
      return value;
    }
  }
}
static void reset(void) { head = tail = new_node(0); }
