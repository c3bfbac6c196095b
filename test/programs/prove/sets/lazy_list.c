// SPDX-License-Identifier: Apache-2.0
// A sorted list in which a cell is marked before it is taken out, so that neighbours that are locked and not marked are
// in the list, and `contains` takes no lock (Heller, Herlihy, Luchangco, Moir, Scherer and Shavit, OPODIS 2005).
// `contains` has no fixed moment at which it takes effect. Memory must be collected.
// proved: gc
#include <heddle/prove.h>
#include <limits.h>

typedef struct node {
  int key;
  _Atomic bool marked;
  heddle_lock_t lock;
  _Atomic(struct node *) next;
} node;

static node *head;

static node *make(int key, node *next) {
  node *cell = HEDDLE_NEW(node);
  cell->key = key;
  cell->marked = false;
  heddle_lock_init(&cell->lock);
  cell->next = next;
  return cell;
}

void init(void) {
  node *last = make(INT_MAX, NULL);
  head = make(INT_MIN, last);
}

static bool validate(node *pred, node *curr) {
#if MUTANT == 2  // the first may be out of the list
  return !curr->marked && pred->next == curr;
#elif MUTANT == 3  // they need not be neighbours
  return !pred->marked && !curr->marked;
#elif MUTANT == 4
  return true;
#else
  return !pred->marked && !curr->marked && pred->next == curr;
#endif
}

static void leave(node *pred, node *curr) {
  heddle_unlock(&pred->lock);
#if MUTANT != 5  // the second is not locked
  heddle_unlock(&curr->lock);
#endif
}

// Both are locked and neighbours in the list when it is found.
static node *find(int key, node **before) {
  while (true) {
    node *pred = head;
    node *curr = pred->next;
#if MUTANT == 6
    while (curr->key <= key) {
#else
    while (curr->key < key) {
#endif
      pred = curr;
      curr = curr->next;
    }
    *before = pred;
#if MUTANT == 7  // looks before it locks
    bool is_valid = validate(pred, curr);
#endif
    heddle_lock(&pred->lock);
#if MUTANT != 5
    heddle_lock(&curr->lock);
#endif
#if MUTANT == 7
    if (is_valid) return curr;
#else
    if (validate(pred, curr)) return curr;
#endif
    leave(pred, curr);
  }
}

bool insert(int key) {
  node *pred;
  node *curr = find(key, &pred);
#if MUTANT != 8  // twice
  if (curr->key == key) {
    leave(pred, curr);
    return false;
  }
#endif
#if MUTANT == 9  // unlocks early
  leave(pred, curr);
  pred->next = make(key, curr);
#else
  node *cell = make(key, curr);
#if MUTANT == 1  // as good as taken out
  cell->marked = true;
#endif
  pred->next = cell;
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
#if MUTANT == 10  // not marked
  pred->next = curr->next;
  leave(pred, curr);
#elif MUTANT == 11  // marked when it is unlocked already
  pred->next = curr->next;
  leave(pred, curr);
  curr->marked = true;
#elif MUTANT == 12  // marks the wrong one
  pred->marked = true;
  pred->next = curr->next;
  leave(pred, curr);
#elif MUTANT == 13  // unlocks early: never wrong, since a marked cell is not a neighbour to anyone
  curr->marked = true;
  leave(pred, curr);
  pred->next = curr->next;
#elif MUTANT == 14  // taken out before it is marked: right all the same
  pred->next = curr->next;
  curr->marked = true;
  leave(pred, curr);
#elif MUTANT == 15  // stays in the list: never wrong, though a later insert of the key goes on for ever
  curr->marked = true;
  leave(pred, curr);
#else
  curr->marked = true;
  pred->next = curr->next;
  leave(pred, curr);
#endif
#if MUTANT == 16  // others still read it
  HEDDLE_FREE(curr);
#endif
  return true;
}

bool contains(int key) {
  node *curr = head;
  while (curr->key < key) curr = curr->next;
#if MUTANT == 17  // does not look at marks: right, since what it finds was in the list in the meantime
  return curr->key == key;
#elif MUTANT == 18
  return curr->key == key && curr->marked;
#elif MUTANT == 19
  return !curr->marked;
#else
  return curr->key == key && !curr->marked;
#endif
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
// right mutants: 15=gc 16=gc
// right, but out of reach: 13=gc 14=gc 17=gc
