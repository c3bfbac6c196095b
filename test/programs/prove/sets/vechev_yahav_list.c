// SPDX-License-Identifier: Apache-2.0
// A sorted list without locks that changes a neighbour and looks at its mark in one atomic step, as two words compared
// and exchanged at once do (after Vechev and Yahav, PLDI 2008). `contains` takes no lock. Memory must be collected.
// proved: gc
#include <heddle/prove.h>
#include <limits.h>

typedef struct node {
  int key;
  _Atomic bool marked;
  _Atomic(struct node *) next;
} node;

static node *head;

static node *make(int key, node *next) {
  node *cell = HEDDLE_NEW(node);
  cell->key = key;
  cell->marked = false;
  cell->next = next;
  return cell;
}

void init(void) {
  node *last = make(INT_MAX, NULL);
  head = make(INT_MIN, last);
}

bool insert(int key) {
  while (true) {
    node *pred = head;
    node *curr = pred->next;
#if MUTANT == 1
    while (curr->key <= key) {
#else
    while (curr->key < key) {
#endif
      pred = curr;
      curr = curr->next;
    }
#if MUTANT != 2  // twice
    if (curr->key == key) {
      if (!curr->marked) return false;
      continue;
    }
#endif
    node *cell = make(key, curr);
#if MUTANT == 3  // looks and changes in two steps
    bool is_valid = !pred->marked && pred->next == curr;
    if (is_valid) pred->next = cell;
#else
    HEDDLE_ATOMIC_BEGIN();
#if MUTANT == 4  // the neighbour may be out of the list
    bool is_valid = pred->next == curr;
#elif MUTANT == 5  // they need not be neighbours
    bool is_valid = !pred->marked;
#else
    bool is_valid = !pred->marked && pred->next == curr;
#endif
    if (is_valid) pred->next = cell;
    HEDDLE_ATOMIC_END();
#endif
#if MUTANT == 6  // says so whether it did or not
    return true;
#else
    if (is_valid) return true;
#endif
  }
}

bool remove(int key) {
  while (true) {
    node *pred = head;
    node *curr = pred->next;
    while (curr->key < key) {
      pred = curr;
      curr = curr->next;
    }
    if (curr->key != key) return false;
    HEDDLE_ATOMIC_BEGIN();
#if MUTANT == 7  // two calls take out one cell
    bool is_valid = true;
#else
    bool is_valid = !pred->marked && !curr->marked && pred->next == curr;
#endif
    if (is_valid) {
#if MUTANT != 8  // what is out is not marked
      curr->marked = true;
#endif
      pred->next = curr->next;
    }
    HEDDLE_ATOMIC_END();
#if MUTANT == 9
    return is_valid;
#else
    if (is_valid) return true;
#endif
  }
}

bool contains(int key) {
  node *curr = head;
  while (curr->key < key) curr = curr->next;
#if MUTANT == 10
  return !curr->marked;
#elif MUTANT == 11
  return curr->key == key && curr->marked;
#elif MUTANT == 12
  return false;
#else
  return curr->key == key && !curr->marked;
#endif
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
