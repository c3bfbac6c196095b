// SPDX-License-Identifier: Apache-2.0
// A sorted list with a lock in every cell; a thread holds the locks of two neighbours as it goes along (Bayer and
// Schkolnick, 1977; Herlihy and Shavit, 2008).
// proved: gc own mm
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
#if MUTANT != 1  // a lock that was never made
  heddle_lock_init(&cell->lock);
#endif
  cell->next = next;
  return cell;
}

void init(void) {
  node *last = make(INT_MAX, NULL);
  head = make(INT_MIN, last);
}

// Both are locked when it is found.
static node *find(int key, node **before) {
  node *pred = head;
  heddle_lock(&pred->lock);
  node *curr = pred->next;
#if MUTANT != 2  // the second is not locked
  heddle_lock(&curr->lock);
#endif
#if MUTANT == 3  // goes past equal keys
  while (curr->key <= key) {
#else
  while (curr->key < key) {
#endif
#if MUTANT == 4  // unlocks before the next one is locked: the hand is empty
    heddle_unlock(&pred->lock);
    heddle_unlock(&curr->lock);
    pred = curr;
    heddle_lock(&pred->lock);
    curr = curr->next;
    heddle_lock(&curr->lock);
#else
    heddle_unlock(&pred->lock);
    pred = curr;
    curr = curr->next;
#if MUTANT != 2
    heddle_lock(&curr->lock);
#else
    heddle_lock(&pred->lock);
#endif
#endif
  }
  *before = pred;
  return curr;
}

static void leave(node *pred, node *curr) {
#if MUTANT != 2
  heddle_unlock(&curr->lock);
#endif
#if MUTANT == 5  // keeps one
  if (pred == head) return;
#endif
  heddle_unlock(&pred->lock);
}

bool insert(int key) {
  node *pred;
  node *curr = find(key, &pred);
#if MUTANT != 6  // twice
  if (curr->key == key) {
    leave(pred, curr);
    return false;
  }
#endif
#if MUTANT == 7  // unlocks early
  leave(pred, curr);
#endif
  node *cell = make(key, curr);
#if MUTANT == 8  // before it is whole
  pred->next = cell;
  cell->next = curr->next;
#else
  pred->next = cell;
#endif
#if MUTANT != 7
  leave(pred, curr);
#endif
  return true;
}

bool remove(int key) {
  node *pred;
  node *curr = find(key, &pred);
#if MUTANT == 9  // what is not the key is removed
  if (curr->key == key) {
#else
  if (curr->key != key) {
#endif
    leave(pred, curr);
    return false;
  }
#if MUTANT == 10  // unlocks early
  leave(pred, curr);
  pred->next = curr->next;
#elif MUTANT == 11  // the wrong one
  curr->next = curr->next->next;
  leave(pred, curr);
#else
  pred->next = curr->next;
#if MUTANT == 12  // frees what it has locked, then unlocks it
  HEDDLE_FREE(curr);
#endif
  leave(pred, curr);
#endif
#if MUTANT != 12 && MUTANT != 11
  HEDDLE_FREE(curr);
#endif
#if MUTANT == 13
  return false;
#else
  return true;
#endif
}

bool contains(int key) {
#if MUTANT == 14  // without locks, and what is read may be freed
  node *curr = head;
  while (curr->key < key) curr = curr->next;
  return curr->key == key;
#else
  node *pred;
  node *curr = find(key, &pred);
#if MUTANT == 15  // asks the one before
  bool found = pred->key == key;
#elif MUTANT == 16  // after it is unlocked
  leave(pred, curr);
  bool found = pred->next == curr && curr->key == key;
#else
  bool found = curr->key == key;
#endif
#if MUTANT != 16
  leave(pred, curr);
#endif
  return found;
#endif
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
// right mutants: 12=gc
// right, but out of reach: 14=gc
