// SPDX-License-Identifier: Apache-2.0
// A sorted list without locks: a cell is marked by the lowest bit of its own next field, and whoever finds a marked cell
// takes it out (Michael, SPAA 2002, with a cell at either end). Memory must be collected.
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

// The first cell whose key is not less, and the one before it: both were in the list, as neighbours, at one moment.
static node* find(int key, node** before) {
  while (true) {
    node* pred = head;
    node* curr = pointer(atomic_load(&pred->next));
    while (true) {
      uintptr_t next = atomic_load(&curr->next);
#if MUTANT != 1  // the neighbour may have changed, or been marked
#if MUTANT == 2  // a marked one is a neighbour too
      if (pointer(atomic_load(&pred->next)) != curr) break;
#else
      if (atomic_load(&pred->next) != (uintptr_t)curr) break;
#endif
#endif
      if (!is_marked(next)) {
#if MUTANT == 3
        if (curr->key > key) {
#else
        if (curr->key >= key) {
#endif
          *before = pred;
          return curr;
        }
        pred = curr;
      } else {
#if MUTANT == 4  // goes on along marked cells
        pred = curr;
#elif MUTANT == 5  // takes out without looking
        atomic_store(&pred->next, (uintptr_t)pointer(next));
#else
      if (!swap(pred, (uintptr_t)curr, (uintptr_t)pointer(next))) break;
#endif
      }
      curr = pointer(next);
    }
  }
}

bool insert(int key) {
  while (true) {
    node* pred;
    node* curr = find(key, &pred);
#if MUTANT != 6
    if (curr->key == key) return false;
#endif
    node* cell = make(key, curr);
#if MUTANT == 7  // not a swap
    atomic_store(&pred->next, (uintptr_t)cell);
    return true;
#elif MUTANT == 8  // never fails
    swap(pred, (uintptr_t)curr, (uintptr_t)cell);
    return true;
#elif MUTANT == 9  // as good as taken out
    if (swap(pred, (uintptr_t)curr, (uintptr_t)cell | 1)) return true;
#else
    if (swap(pred, (uintptr_t)curr, (uintptr_t)cell)) return true;
#endif
  }
}

bool remove(int key) {
  while (true) {
    node* pred;
    node* curr = find(key, &pred);
    if (curr->key != key) return false;
    uintptr_t next = atomic_load(&curr->next);
#if MUTANT != 10  // of two calls both take it out
    if (is_marked(next)) continue;
#endif
#if MUTANT == 11  // the mark is forgotten
    if (!swap(curr, next, next)) continue;
#elif MUTANT == 12  // the mark of another
    if (!swap(pred, (uintptr_t)curr, (uintptr_t)curr | 1)) continue;
#elif MUTANT == 13  // what came behind it in the meantime is lost
    atomic_store(&curr->next, next | 1);
#elif MUTANT == 14  // taken out before it is marked
    if (!swap(pred, (uintptr_t)curr, next)) continue;
    swap(curr, next, next | 1);
    return true;
#else
    if (!swap(curr, next, next | 1)) continue;
#endif
#if MUTANT != 15  // left to others: right
    swap(pred, (uintptr_t)curr, (uintptr_t)pointer(next));
#endif
#if MUTANT == 16  // others still read it
    HEDDLE_FREE(curr);
#endif
    return true;
  }
}

bool contains(int key) {
#if MUTANT == 17
  node* curr = head;
  while (curr->key < key) curr = pointer(atomic_load(&curr->next));
  return curr->key == key && !is_marked(atomic_load(&curr->next));
#else
  node* pred;
  node* curr = find(key, &pred);
#if MUTANT == 18
  return curr->key != key;
#else
  return curr->key == key;
#endif
#endif
}

HEDDLE_INIT(init)
HEDDLE_SET(insert, remove, contains)
// right mutants: 15=gc 16=gc 17=gc
