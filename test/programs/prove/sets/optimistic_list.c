// SPDX-License-Identifier: Apache-2.0
// A sorted list that is searched without locks; then two neighbours are locked, and a second walk makes sure that the
// first of them is still in the list (Herlihy and Shavit, 2008). Memory must be collected.
// proved: gc
#include <heddle/prove.h>
#include <limits.h>

typedef struct node {
  int key;
  heddle_lock_t lock;
  _Atomic(struct node *) next;
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

static bool validate(node *pred, node *curr) {
#if MUTANT == 1  // nothing is looked at
  return true;
#elif MUTANT == 2  // only that they are neighbours
  return pred->next == curr;
#else
  node *at = head;
  while (at->key <= pred->key) {
#if MUTANT == 3  // only that it is in the list
    if (at == pred) return true;
#else
    if (at == pred) return pred->next == curr;
#endif
    at = at->next;
  }
#if MUTANT == 4
  return true;
#else
  return false;
#endif
#endif
}

static void unlock(node *pred, node *curr) {
  heddle_unlock(&pred->lock);
  heddle_unlock(&curr->lock);
}

// Both are locked and neighbours in the list when it is found.
static node *find(int key, node **before) {
  while (true) {
    node *pred = head;
    node *curr = pred->next;
#if MUTANT == 5
    while (curr->key <= key) {
#else
    while (curr->key < key) {
#endif
      pred = curr;
      curr = curr->next;
    }
#if MUTANT == 6  // looks before it locks
    if (!validate(pred, curr)) continue;
#endif
#if MUTANT != 7  // the first is not locked
    heddle_lock(&pred->lock);
#endif
#if MUTANT != 8  // the second is not locked
    heddle_lock(&curr->lock);
#endif
    *before = pred;
#if MUTANT == 6
    return curr;
#else
    if (validate(pred, curr)) return curr;
#if MUTANT != 7
    heddle_unlock(&pred->lock);
#endif
#if MUTANT != 8 && MUTANT != 9  // keeps a lock and tries again
    heddle_unlock(&curr->lock);
#endif
#endif
  }
}

static void leave(node *pred, node *curr) {
#if MUTANT == 7
  heddle_unlock(&curr->lock);
#elif MUTANT == 8
  heddle_unlock(&pred->lock);
#else
  unlock(pred, curr);
#endif
}

bool insert(int key) {
  node *pred;
  node *curr = find(key, &pred);
#if MUTANT != 10  // twice
  if (curr->key == key) {
    leave(pred, curr);
    return false;
  }
#endif
#if MUTANT == 11  // unlocks early
  leave(pred, curr);
  pred->next = make(key, curr);
#else
  pred->next = make(key, curr);
  leave(pred, curr);
#endif
  return true;
}

bool remove(int key) {
  node *pred;
  node *curr = find(key, &pred);
  if (curr->key != key) {
    leave(pred, curr);
    return false;
  }
#if MUTANT == 12  // unlocks early
  leave(pred, curr);
  pred->next = curr->next;
#else
  pred->next = curr->next;
  leave(pred, curr);
#endif
#if MUTANT == 13  // others still read it
  HEDDLE_FREE(curr);
#endif
#if MUTANT == 14
  return false;
#else
  return true;
#endif
}

bool contains(int key) {
  node *pred;
  node *curr = find(key, &pred);
#if MUTANT == 15
  bool found = pred->key == key;
#else
  bool found = curr->key == key;
#endif
  leave(pred, curr);
  return found;
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
// right mutants: 13=gc
