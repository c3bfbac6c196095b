/* SPDX-License-Identifier: Apache-2.0
 * Concurrent stacks, queues and sets that `heddle prove` can prove right for any number of threads. Pure C11; the
 * same file compiles natively, where this header gives the operations their meaning.
 *
 *   typedef struct node { int data; struct node *next; } node;     one integer and one pointer field
 *   static _Atomic(node *) top;                                    shared variables: pointers and locks
 *   void push(int value) { … HEDDLE_LINEARIZE(value); }
 *   int  pop(void)       { … HEDDLE_LINEARIZE(HEDDLE_EMPTY); return HEDDLE_EMPTY; … }
 *   HEDDLE_STACK(push, pop)
 *
 * HEDDLE_STACK(in, out), HEDDLE_QUEUE(in, out)
 *     what the file implements; HEDDLE_INIT(f): f runs first, alone
 * HEDDLE_SET(insert, remove, contains)
 *     a set of integers: `bool f(int key)`, which returns whether the set was changed, or whether the key is in.
 *     Points of effect are not marked; cells may have a mark (true or false) and a lock of their own
 * HEDDLE_LINEARIZE(value)
 *     the call takes effect at the last access to shared memory before this line, in one atomic step with it;
 *     `value` is evaluated in that step
 * HEDDLE_LINEARIZE_IF(p == q, value)
 *     so it does if the condition holds and no later point of the same call does; which of several passes is
 *     the last is found out by the prover
 * HEDDLE_NEW(type), HEDDLE_FREE(p)
 *     cells. Memory is type-stable: freed cells are only reused as cells, and keep what is in them, so a late
 *     reader is wrong but never outside the program
 * heddle_tagged
 *     a pointer and a version counter, changed together by a 16-byte compare-exchange: heddle_load,
 *     heddle_cas, heddle_same, heddle_set
 * heddle_lock_t, heddle_lock, heddle_unlock; heddle_lock_init for a lock in a cell
 * HEDDLE_ATOMIC_BEGIN(), HEDDLE_ATOMIC_END()
 *
 * <heddle/epoch.h> and <heddle/hazard.h> have cells that are retired, and freed by a scheme.
 */
#ifndef HEDDLE_PROVE_H
#define HEDDLE_PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef HEDDLE_PROVE
#include <sched.h>
#include <stdlib.h>
#endif

#define HEDDLE_EMPTY (-2147483647 - 1)

/* A pointer with the number of times it was changed. */
typedef struct heddle_tagged {
  void* pointer;
  uint64_t version;
} __attribute__((aligned(16))) heddle_tagged;

typedef struct heddle_lock_t {
  int held;
} heddle_lock_t;

#define HEDDLE_NEW(type) ((type*)heddle_prove_new(sizeof(type)))
#define HEDDLE_FREE(cell) heddle_prove_free(cell)

#ifdef __cplusplus
#define HEDDLE_PROVE_C extern "C"
extern "C" {
#else
#define HEDDLE_PROVE_C
#endif

#if defined(HEDDLE_PROVE) || defined(HEDDLE_PROVE_TABLES) /* <heddle/prove_beside.h> */
#define HEDDLE_STACK(in, out) HEDDLE_PROVE_C void* heddle_prove_stack[2] = {(void*)(in), (void*)(out)};
#define HEDDLE_QUEUE(in, out) HEDDLE_PROVE_C void* heddle_prove_queue[2] = {(void*)(in), (void*)(out)};
#define HEDDLE_SET(insert, remove, contains) \
  HEDDLE_PROVE_C void* heddle_prove_set[3] = {(void*)(insert), (void*)(remove), (void*)(contains)};
#define HEDDLE_INIT(f) HEDDLE_PROVE_C void* heddle_prove_init[1] = {(void*)(f)};
#else
#define HEDDLE_STACK(in, out)
#define HEDDLE_QUEUE(in, out)
#define HEDDLE_SET(insert, remove, contains)
#define HEDDLE_INIT(f) \
  __attribute__((constructor)) static void heddle_prove_start(void) { f(); }
#endif

#ifdef HEDDLE_PROVE /* the prover's own compilation: every operation is a call it knows by name */

/* What stands between the two calls is the argument's: it is part of the point, and may not change anything,
 * since natively it is not evaluated. */
#define HEDDLE_LINEARIZE(value) (heddle_prove_point(), heddle_prove_linearize((intptr_t)(value)))
#define HEDDLE_LINEARIZE_IF(condition, value) \
  (heddle_prove_point(), heddle_prove_linearize_if(condition, (intptr_t)(value)))
#define HEDDLE_ATOMIC_BEGIN() heddle_prove_atomic_begin()
#define HEDDLE_ATOMIC_END() heddle_prove_atomic_end()

void* heddle_prove_new(size_t size);
void heddle_prove_free(void* cell);
void heddle_prove_point(void);
void heddle_prove_linearize(intptr_t value);
void heddle_prove_linearize_if(bool condition, intptr_t value);
void heddle_prove_atomic_begin(void);
void heddle_prove_atomic_end(void);
void heddle_lock(heddle_lock_t* lock);
void heddle_unlock(heddle_lock_t* lock);
void heddle_lock_init(heddle_lock_t* lock);
heddle_tagged heddle_load(heddle_tagged* location);
bool heddle_cas(heddle_tagged* location, heddle_tagged expected, void* desired);
bool heddle_same(heddle_tagged* location, heddle_tagged copy);
void heddle_set(heddle_tagged* location, void* pointer);

#else

#define HEDDLE_LINEARIZE(value) ((void)0)
#define HEDDLE_LINEARIZE_IF(condition, value) ((void)0)
#define HEDDLE_ATOMIC_BEGIN() heddle_lock(&heddle_prove_atomic)
#define HEDDLE_ATOMIC_END() heddle_unlock(&heddle_prove_atomic)

static inline void heddle_lock(heddle_lock_t* lock) {
  while (__atomic_exchange_n(&lock->held, 1, __ATOMIC_ACQUIRE) != 0) sched_yield();
}
static inline void heddle_unlock(heddle_lock_t* lock) { __atomic_store_n(&lock->held, 0, __ATOMIC_RELEASE); }

static inline void heddle_lock_init(heddle_lock_t* lock) {
  __atomic_store_n(&lock->held, 0, __ATOMIC_RELAXED);
}

__attribute__((weak)) heddle_lock_t heddle_prove_atomic;

#ifdef HEDDLE_PROVE_CELLS /* who includes this file chooses the cells: <heddle/prove_history.h> */
static inline void* heddle_prove_new(size_t size);
static inline void heddle_prove_free(void* cell);
#else

/* Freed cells wait in one list a program, with a header before the cell that outlives it. */
typedef struct heddle_prove_header {
  struct heddle_prove_header* next;
  size_t size;
} __attribute__((aligned(16))) heddle_prove_header;

__attribute__((weak)) heddle_lock_t heddle_prove_cells_lock;
__attribute__((weak)) heddle_prove_header* heddle_prove_cells;

static inline void* heddle_prove_new(size_t size) {
  heddle_lock(&heddle_prove_cells_lock);
  heddle_prove_header** link = &heddle_prove_cells;
  while (*link != NULL && (*link)->size != size) link = &(*link)->next;
  heddle_prove_header* header = *link;
  if (header != NULL) *link = header->next;
  heddle_unlock(&heddle_prove_cells_lock);
  if (header == NULL) {
    header = (heddle_prove_header*)aligned_alloc(16, (sizeof(heddle_prove_header) + size + 15) / 16 * 16);
    if (header == NULL) abort();
    header->size = size;
    for (size_t i = 0; i < size; ++i) ((volatile char*)(header + 1))[i] = 0;
  }
  return header + 1;
}
static inline void heddle_prove_free(void* cell) {
  heddle_prove_header* header = (heddle_prove_header*)cell - 1;
  heddle_lock(&heddle_prove_cells_lock);
  header->next = heddle_prove_cells;
  heddle_prove_cells = header;
  heddle_unlock(&heddle_prove_cells_lock);
}

#endif

#if defined(__x86_64__) && defined(__clang__) /* which inlines it where there is no such instruction */
#define HEDDLE_PROVE_WIDE __attribute__((target("cx16"), noinline))
#elif defined(__x86_64__)
#define HEDDLE_PROVE_WIDE __attribute__((target("cx16")))
#else
#define HEDDLE_PROVE_WIDE
#endif
typedef unsigned __int128 heddle_prove_wide __attribute__((may_alias));
typedef union {
  heddle_tagged tagged;
  unsigned __int128 wide;
} heddle_prove_both;

HEDDLE_PROVE_WIDE static inline heddle_tagged heddle_load(heddle_tagged* location) {
  heddle_prove_both both;
  both.wide = __sync_val_compare_and_swap((heddle_prove_wide*)location, 0, 0);
  return both.tagged;
}
HEDDLE_PROVE_WIDE static inline bool heddle_cas(heddle_tagged* location, heddle_tagged expected,
                                                void* desired) {
  heddle_prove_both before;
  heddle_prove_both after;
  before.tagged = expected;
  after.tagged.pointer = desired;
  after.tagged.version = expected.version + 1;
  return __sync_bool_compare_and_swap((heddle_prove_wide*)location, before.wide, after.wide);
}
HEDDLE_PROVE_WIDE static inline bool heddle_same(heddle_tagged* location, heddle_tagged copy) {
  const heddle_tagged now = heddle_load(location);
  return now.pointer == copy.pointer && now.version == copy.version;
}
/* Keeps the version: for variables and cells that no other thread can see yet. */
HEDDLE_PROVE_WIDE static inline void heddle_set(heddle_tagged* location, void* pointer) {
  location->pointer = pointer;
}

#endif
#ifdef __cplusplus
}
#endif
#endif
