// SPDX-License-Identifier: Apache-2.0
// A queue with a lock at each end, and small changes that make it wrong: HOSTILE says which one. 0 is right.
#include <heddle/prove.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if HOSTILE == 1
typedef struct node {
  int data[2];
  _Atomic(struct node*) next;
} node;
#elif HOSTILE == 2
typedef struct node {
  struct node* _Atomic next;
  unsigned data : 16;
} node;
#else
typedef struct node {
  int data;
  struct node* _Atomic next;
} node;
#endif
#if HOSTILE == 3  // another structure with the same bytes
typedef struct twin {
  int data;
  struct node* _Atomic next;
} twin;
#endif

static node *head, *tail;
static heddle_lock_t head_lock, tail_lock;
#if HOSTILE == 4
static node* cell;  // all calls share it
#elif HOSTILE == 5
static atomic_int count;
#elif HOSTILE == 6
static _Bool is_begun;
#endif

void init(void) {
  head = tail = HEDDLE_NEW(node);
#if HOSTILE != 7  // may be anything
  head->next = NULL;
#endif
}

static void link_to(node* from, node* to) {
#if HOSTILE == 8  // one too far
  while (from->next) from = from->next;
  from->next = to->next;
#elif HOSTILE == 9
  node* none = NULL;  // the answer is dropped, and it may fail without a reason
  atomic_compare_exchange_weak(&from->next, &none, to);
#elif HOSTILE == 10
  __asm__ volatile("movq %1, %0" : "=m"(*(uint32_t*)&from->next) : "r"(to));
#elif HOSTILE == 11
  memcpy((void*)&from->next, &to, sizeof to - 1);
#elif HOSTILE == 12
  from->next = (node*)((uintptr_t)to & 0xffffffffu);
#elif HOSTILE == 13
  from->next = (node*)((uintptr_t)to | 1);
#elif HOSTILE == 14
  ((node*)((char*)from + sizeof(node)))->next = to;
#else
  from->next = to;
#endif
}

void enqueue(int value) {
#if HOSTILE != 4
  node* cell;
#endif
  cell = HEDDLE_NEW(node);
#if HOSTILE == 1
  cell->data[value & 1] = value;
#elif HOSTILE == 3
  ((twin*)cell)->data = value;
#elif HOSTILE == 15
  (void)(value && (cell->data = value));  // only if it is not 0
#elif HOSTILE == 16
  cell->data = (value, 1);
#elif HOSTILE == 17
  *(volatile unsigned short*)&cell->data = (unsigned short)value;
#else
  cell->data = value;
#endif
#if HOSTILE != 18
  cell->next = NULL;
#endif
#if HOSTILE == 6
  if (!is_begun) is_begun = 1, head = tail = cell;
#endif
#if HOSTILE == 19  // of two that do so at once one comes to nothing
  node* last = tail;
  heddle_lock(&tail_lock);
  link_to(last, cell);
  tail = cell;
#elif HOSTILE == 20  // in a critical section of the other end
  heddle_lock(&head_lock);
  link_to(tail, cell);
  tail = cell;
  heddle_unlock(&head_lock);
  heddle_lock(&tail_lock);
#elif HOSTILE == 21  // leads to what is not yet linked
  heddle_lock(&tail_lock);
  node* last = tail;
  tail = cell;
  heddle_unlock(&tail_lock);
  heddle_lock(&head_lock);
  link_to(last->next ? last->next : last, cell);
  heddle_unlock(&head_lock);
  heddle_lock(&tail_lock);
#elif HOSTILE == 22
  heddle_lock(&tail_lock);
  for (int i = 0; i < 2; ++i) {
    if (i == 0) continue;
    link_to(tail, cell);
    if (tail->next != cell) break;
  }
  if (cell->next) tail = cell;  // never
#elif HOSTILE == 23
  heddle_lock(&tail_lock);
  do {
    link_to(tail, cell);
    continue;  // goes to the condition
  } while (tail != cell && (tail = cell, tail->next = cell, 0));
#elif HOSTILE == 24
  heddle_lock(&tail_lock);
  link_to(tail, cell);
  switch (value & 1) {
    case 0:
      tail = cell;
    case 1:
      break;
  }
#else
  heddle_lock(&tail_lock);
  link_to(tail, cell);
  HEDDLE_LINEARIZE(value);
  tail = cell;
#endif
#if HOSTILE >= 19 && HOSTILE <= 24
  HEDDLE_LINEARIZE(value);
#endif
  heddle_unlock(&tail_lock);
#if HOSTILE == 5
  atomic_fetch_add(&count, 1);
#endif
}

int dequeue(void) {
#if HOSTILE == 25  // before the lock
  node* first = head;
  heddle_lock(&head_lock);
#elif HOSTILE == 26
  node* first = NULL;
  if (head->next != NULL || (heddle_lock(&head_lock), 0)) first = head;  // only sometimes
  if (first == NULL) first = head;
#else
  heddle_lock(&head_lock);
  node* first = head;
#endif
#if HOSTILE == 27
  node* next = first->next ? first->next->next : NULL;
#elif HOSTILE == 28
  node* next = first;
#else
  node* next = first->next;
#endif
#if HOSTILE == 29
  if (first == tail) next = NULL;  // the tail is another lock's
#elif HOSTILE == 30
  if (next == NULL) goto end;
#elif HOSTILE == 31
  __builtin_assume(next != NULL);
#elif HOSTILE == 32
  if (next == NULL) __builtin_unreachable();
#endif
#if HOSTILE == 5
  if (atomic_load(&count) == 0) {
#else
  if (next == NULL) {
#endif
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    heddle_unlock(&head_lock);
    return HEDDLE_EMPTY;
  }
#if HOSTILE == 5
  atomic_fetch_sub(&count, 1);
#endif
#if HOSTILE == 1
  const int value = next->data[0];
#elif HOSTILE == 33
  const int value = first->data;
#elif HOSTILE == 34
const int value = (int)(long)next->next;
#elif HOSTILE == 35
const int value = next->next ? next->next->data : next->data;
#else
const int value = next->data;
#endif
#if HOSTILE == 36  // the cell moves, and who holds on to the next one does not know
  memcpy((void*)first, (void*)next, sizeof *first);
  first = next;
#elif HOSTILE == 37
  first->data = next->data;
  first->next = next->next;
  first = next;
#elif HOSTILE == 38
head = next->next ? next->next : next;
#elif HOSTILE == 39
*(node* volatile*)&tail = next;
head = next;
#elif HOSTILE == 40
head = first->next;
first->next = NULL;
if (tail == first) tail = next;
heddle_unlock(&head_lock);
heddle_lock(&head_lock);
head = next;
#else
head = next;
#endif
  HEDDLE_LINEARIZE(value);
#if HOSTILE == 41
  HEDDLE_FREE(next);
  heddle_unlock(&head_lock);
  return value;
#elif HOSTILE == 42  // reads what somebody else may have freed
  heddle_unlock(&head_lock);
  HEDDLE_FREE(first);
  return next->data;
#elif HOSTILE == 43
heddle_unlock(&head_lock);
HEDDLE_FREE(head);
return value;
#endif
#if HOSTILE == 30
end:
  if (next == NULL) return HEDDLE_EMPTY;
#endif
  heddle_unlock(&head_lock);
  HEDDLE_FREE(first);
  return value;
}

HEDDLE_INIT(init)
HEDDLE_QUEUE(enqueue, dequeue)
// wrong: 1-6 8-43
// right under gc: 36 37 41-43
// proved: 0 gc own mm
