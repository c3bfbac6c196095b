// SPDX-License-Identifier: Apache-2.0
// A sorted list without locks: a cell is marked by the lowest bit of its own next field, and whoever comes along takes a
// whole row of marked cells out with one exchange (Harris, DISC 2001). Memory must be collected.
// Right, but the proof has not been seen to end: nothing is proved.
#include <heddle/prove.h>
#include <limits.h>
#include <stdatomic.h>

typedef struct node {
  int key;
  _Atomic(uintptr_t) next;
} node;

static node* head;

static node* pointer(uintptr_t word) { return (node*)(word & ~(uintptr_t)1); }
static bool is_marked(uintptr_t word) { return (word & 1) != 0; }

static node* make(int key, node* next) {
  node* cell = HEDDLE_NEW(node);
  cell->key = key;
  atomic_store(&cell->next, (uintptr_t)next);
  return cell;
}

void init(void) {
  node* last = make(INT_MAX, NULL);
  head = make(INT_MIN, last);
}

static bool swap(node* cell, uintptr_t before, uintptr_t after) {
  return atomic_compare_exchange_strong(&cell->next, &before, after);
}

// The first cell that is not marked and whose key is not less, and the one before it.
static node* find(int key, node** before) {
  while (true) {
    node* left = head;
    node* left_next = NULL;
    node* curr = head;
    uintptr_t next = atomic_load(&head->next);
    do {
#if MUTANT == 1  // what is marked is a neighbour too
      left = curr;
      left_next = pointer(next);
#else
      if (!is_marked(next)) {
        left = curr;
        left_next = pointer(next);
      }
#endif
      curr = pointer(next);
      next = atomic_load(&curr->next);
#if MUTANT == 2  // stops at marked ones
    } while (curr->key < key);
#elif MUTANT == 3
    } while (is_marked(next) || curr->key <= key);
#else
    } while (is_marked(next) || curr->key < key);
#endif
#if MUTANT != 4  // the row stays in
    if (left_next != curr) {
#if MUTANT == 5  // does not look whether it could
      swap(left, (uintptr_t)left_next, (uintptr_t)curr);
#elif MUTANT == 6  // a store
      atomic_store(&left->next, (uintptr_t)curr);
#elif MUTANT == 7  // takes one more out
      if (!swap(left, (uintptr_t)left_next, (uintptr_t)pointer(next))) continue;
#else
      if (!swap(left, (uintptr_t)left_next, (uintptr_t)curr)) continue;
#endif
    }
#endif
    *before = left;
#if MUTANT != 8  // never wrong: what was not marked when it was looked at was in
    if (is_marked(atomic_load(&curr->next))) continue;
#endif
    return curr;
  }
}

bool insert(int key) {
  while (true) {
    node* left;
    node* right = find(key, &left);
#if MUTANT != 9
    if (right->key == key) return false;
#endif
    node* cell = make(key, right);
#if MUTANT == 10
    swap(left, (uintptr_t)right, (uintptr_t)cell);
    return true;
#else
    if (swap(left, (uintptr_t)right, (uintptr_t)cell)) return true;
#endif
  }
}

bool remove(int key) {
  while (true) {
    node* left;
    node* right = find(key, &left);
    if (right->key != key) return false;
    uintptr_t next = atomic_load(&right->next);
#if MUTANT != 11  // of two calls both take it out
    if (is_marked(next)) continue;
#endif
#if MUTANT == 12  // what came behind it in the meantime is lost
    atomic_store(&right->next, next | 1);
#elif MUTANT == 13  // not marked
    if (!swap(left, (uintptr_t)right, next)) continue;
    return true;
#else
    if (!swap(right, next, next | 1)) continue;
#endif
#if MUTANT != 14  // left to others: right
    swap(left, (uintptr_t)right, (uintptr_t)pointer(next));
#endif
    return true;
  }
}

bool contains(int key) {
  node* left;
#if MUTANT == 15
  return find(key, &left)->key != key;
#else
  return find(key, &left)->key == key;
#endif
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
// right mutants: 8=gc 14=gc
