// SPDX-License-Identifier: Apache-2.0
// A set as a sorted list with a lock in every cell: a thread holds the locks of two neighbours as it goes along.
#include <heddle/prove.h>
#include <limits.h>

typedef struct node {
  int key;
  heddle_lock_t lock;
  struct node *next;
} node;

static node *head;

static node *make(int key, node *next) {
  node *cell = HEDDLE_NEW(node);
  cell->key = key;
  heddle_lock_init(&cell->lock);
  cell->next = next;
  return cell;
}

void init(void) {
  node *last = make(INT_MAX, NULL);
  head = make(INT_MIN, last);
}

// The first cell whose key is not less, and the one before it; both are locked.
static node *find(int key, node **before) {
  node *pred = head;
  heddle_lock(&pred->lock);
  node *curr = pred->next;
  heddle_lock(&curr->lock);
  while (curr->key < key) {
    heddle_unlock(&pred->lock);
    pred = curr;
    curr = curr->next;
    heddle_lock(&curr->lock);
  }
  *before = pred;
  return curr;
}

static void leave(node *pred, node *curr) {
  heddle_unlock(&curr->lock);
  heddle_unlock(&pred->lock);
}

bool insert(int key) {
  node *pred, *curr = find(key, &pred);
  bool is_new = curr->key != key;
  if (is_new) pred->next = make(key, curr);
  leave(pred, curr);
  return is_new;
}

bool remove(int key) {
  node *pred, *curr = find(key, &pred);
  bool is_in = curr->key == key;
#ifdef EARLY
  leave(pred, curr);
  if (is_in) pred->next = curr->next;
#else
  if (is_in) pred->next = curr->next;
  leave(pred, curr);
#endif
  if (is_in) HEDDLE_FREE(curr);
  return is_in;
}

bool contains(int key) {
  node *pred, *curr = find(key, &pred);
  bool is_in = curr->key == key;
  leave(pred, curr);
  return is_in;
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
