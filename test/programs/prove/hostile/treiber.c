// SPDX-License-Identifier: Apache-2.0
// Treiber's stack for collected memory, and small changes that make it wrong: HOSTILE says which one. 0 is right.
#include <heddle/prove.h>
#include <stdatomic.h>

typedef struct node {
  int data;
  struct node* next;
} node;

#if HOSTILE == 1
static _Atomic(node*) tops[2];
#define top tops[value & 1]  // by the parity of what goes in; and where is it looked for?
#else
static _Atomic(node*) top;
#endif

void push(int value) {
  node* cell = HEDDLE_NEW(node);
  cell->data = value;
  node* old = atomic_load(&top);
#if HOSTILE == 2  // once, whatever comes of it
  cell->next = old;
  atomic_compare_exchange_weak(&top, &old, cell);
#elif HOSTILE == 3   // what it found on failure is not linked
  cell->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, cell)) {
  }
#elif HOSTILE == 4   // the answer is taken the wrong way round
  do cell->next = old;
  while (atomic_compare_exchange_strong(&top, &old, cell));
#elif HOSTILE == 5   // the answer is dropped
  do cell->next = old;
  while (!(atomic_compare_exchange_strong(&top, &old, cell) || 1));
#elif HOSTILE == 6   // linked after it can be seen
  cell->next = NULL;
  old = atomic_exchange(&top, cell);
  cell->next = old;
#elif HOSTILE == 7   // of the pointer only a half is compared
  unsigned half = (unsigned)(uintptr_t)old;
  cell->next = old;
  while (!atomic_compare_exchange_strong((_Atomic(unsigned)*)&top, &half, (unsigned)(uintptr_t)cell)) {
  }
#elif HOSTILE == 8   // reads it twice
  do cell->next = atomic_load(&top), old = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &old, cell));
#elif HOSTILE == 9   // gives up after a while
  for (int tries = 0; tries < 3; ++tries) {
    cell->next = old;
    if (atomic_compare_exchange_strong(&top, &old, cell)) break;
  }
#elif HOSTILE == 10  // a plain store
  cell->next = old;
  atomic_store(&top, cell);
#else
  do cell->next = old;
  while (!atomic_compare_exchange_weak(&top, &old, cell));
#endif
  HEDDLE_LINEARIZE(value);
}

int pop(void) {
#if HOSTILE == 1
  const int value = 0;
#endif
  node* old = atomic_load(&top);
  do {
    if (!old) {
      HEDDLE_LINEARIZE(HEDDLE_EMPTY);
      return HEDDLE_EMPTY;
    }
#if HOSTILE == 11  // skips one
  } while (!atomic_compare_exchange_weak(&top, &old, old->next ? old->next->next : NULL));
#elif HOSTILE == 12  // keeps it
  } while (!atomic_compare_exchange_weak(&top, &old, old));
#elif HOSTILE == 13  // a failure is taken for empty
  } while (0);
  node* seen = old;
  if (!atomic_compare_exchange_strong(&top, &seen, old->next)) return HEDDLE_EMPTY;
#elif HOSTILE == 14  // of whoever is on top now
  } while (!atomic_compare_exchange_weak(&top, &old, atomic_load(&top)->next));
#else
  } while (!atomic_compare_exchange_weak(&top, &old, old->next));
#endif
  HEDDLE_LINEARIZE(old->data);
#if HOSTILE == 15  // as another type
  return *(short*)&old->data;
#elif HOSTILE == 16
  return old->data == 0 ? HEDDLE_EMPTY : old->data;
#elif HOSTILE == 17
  return old->next ? old->next->data : old->data;
#else
  return old->data;
#endif
}

HEDDLE_STACK(push, pop)
// wrong: 1-17
// proved: 0 gc own mm
