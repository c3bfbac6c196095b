// SPDX-License-Identifier: Apache-2.0
// A sorted list with one lock.
// proved: gc own mm
#include <heddle/prove.h>
#include <limits.h>

typedef struct node {
  int key;
  struct node *next;
} node;

static node *head;
static heddle_lock_t lock;

void init(void) {
  node *last = HEDDLE_NEW(node);
#if MUTANT == 1  // the end of the list is where the smallest key belongs
  last->key = INT_MIN;
#else
  last->key = INT_MAX;
#endif
  last->next = NULL;
  node *first = HEDDLE_NEW(node);
  first->key = INT_MIN;
  first->next = last;
  head = first;
}

bool insert(int key) {
#if MUTANT != 2  // no lock
  heddle_lock(&lock);
#endif
  node *pred = head;
  node *curr = pred->next;
#if MUTANT == 3  // goes past equal keys: a key is there twice
  while (curr->key <= key) {
#elif MUTANT == 4  // goes on as long as the key is not found, off the end
  while (curr->key != key) {
#else
  while (curr->key < key) {
#endif
    pred = curr;
    curr = curr->next;
  }
#if MUTANT != 5  // a key is there twice
  if (curr->key == key) {
#if MUTANT != 2
    heddle_unlock(&lock);
#endif
#if MUTANT == 6
    return true;
#else
    return false;
#endif
  }
#endif
  node *cell = HEDDLE_NEW(node);
#if MUTANT != 7  // a key that was never written
  cell->key = key;
#endif
#if MUTANT == 8  // loses the rest of the list
  cell->next = NULL;
#else
  cell->next = curr;
#endif
#if MUTANT == 9  // nobody sees it
  (void)pred;
#else
  pred->next = cell;
#endif
#if MUTANT != 2
  heddle_unlock(&lock);
#endif
  return true;
}

bool remove(int key) {
  heddle_lock(&lock);
  node *pred = head;
  node *curr = pred->next;
  while (curr->key < key) {
    pred = curr;
    curr = curr->next;
  }
#if MUTANT == 10  // removes whatever it finds
  bool found = true;
#else
  bool found = curr->key == key;
#endif
#if MUTANT == 11  // only says so
  (void)pred;
  heddle_unlock(&lock);
  return found;
#else
  if (!found) {
    heddle_unlock(&lock);
    return false;
  }
  pred->next = curr->next;
#if MUTANT == 12  // frees it and reads it again
  HEDDLE_FREE(curr);
  pred->next = curr->next;
#endif
  heddle_unlock(&lock);
#if MUTANT != 12
  HEDDLE_FREE(curr);
#endif
  return true;
#endif
}

bool contains(int key) {
#if MUTANT != 13  // no lock, and what is read may be freed
  heddle_lock(&lock);
#endif
  node *curr = head;
#if MUTANT == 14  // stops before it
  while (curr->next->key < key) curr = curr->next;
#else
  while (curr->key < key) curr = curr->next;
#endif
  bool found = curr->key == key;
#if MUTANT != 13
  heddle_unlock(&lock);
#endif
#if MUTANT == 15
  return !found;
#elif MUTANT == 16
  return true;
#elif MUTANT == 17
  return false;
#else
  return found;
#endif
}

HEDDLE_INIT(init)
#if MUTANT == 18
HEDDLE_SET(remove, insert, contains)
#else
HEDDLE_SET(insert, remove, contains)
#endif
// right, but out of reach: 12=gc,own,mm 13=gc
