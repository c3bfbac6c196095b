// SPDX-License-Identifier: Apache-2.0
#include "common.h"
struct node {
  int value;
  struct node* next;
};
static struct node* _Atomic head;
#ifdef POOL  // nodes are used again, without a word to those who still look at them
static struct node pool[2];
#endif
static void push_node(struct node* node) {
  struct node* old = head;
  do {
    node->next = old;
  } while (!atomic_compare_exchange_weak(&head, &old, node));
}
static void push(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  push_node(node);
}
static struct node* pop(void) {
#ifdef NO_RETRY
  struct node* old = head;
  if (old != NULL) head = old->next;
  return old;
#else
  struct node* old = head;
  while (old != NULL && !atomic_compare_exchange_weak(&head, &old, old->next)) {}
  return old;
#endif
}
