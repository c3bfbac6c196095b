/* SPDX-License-Identifier: Apache-2.0
 * A history of calls and whether a stack or queue can explain it: what the programs that `heddle prove
 * --confirm` writes are made of, so that `heddle check` can find the refuted execution with code of its own.
 * Calls are few, so all orders that keep what ended before what began are tried.
 *
 * With HEDDLE_PROVE_CELLS defined, as the list of cells that main allocates, this header also brings the
 * cells: each thread says by number which ones it is given, so that an address is reused where the refuted
 * execution reuses it. A cell is never given out while it is in use, nor one that is not on the list twice:
 * every execution is one that malloc and free could have. Include it before the file with the operations. */
#ifndef HEDDLE_PROVE_HISTORY_H
#define HEDDLE_PROVE_HISTORY_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef HEDDLE_PROVE_CELLS
enum { HEDDLE_HISTORY_CELLS = 32, HEDDLE_HISTORY_CELL_BYTES = 64 };
static _Alignas(16) char heddle_history_cell[HEDDLE_HISTORY_CELLS][HEDDLE_HISTORY_CELL_BYTES];
static bool heddle_history_in_use[HEDDLE_HISTORY_CELLS];
static const int heddle_history_main[] = {HEDDLE_PROVE_CELLS};
static _Thread_local const int* heddle_history_cells = heddle_history_main; /* to come, ends with 0 */

static inline void* heddle_prove_new(size_t size) {
  assert(size <= HEDDLE_HISTORY_CELL_BYTES);
  const int number = *heddle_history_cells;
  if (number != 0) ++heddle_history_cells;
  if (number > 0 && number < HEDDLE_HISTORY_CELLS &&
      !__atomic_exchange_n(&heddle_history_in_use[number], true, __ATOMIC_SEQ_CST))
    return heddle_history_cell[number];
  void* fresh = aligned_alloc(16, HEDDLE_HISTORY_CELL_BYTES);
  if (fresh == NULL) abort();
  for (size_t i = 0; i < size; ++i) ((volatile char*)fresh)[i] = 0;
  return fresh;
}
static inline void heddle_prove_free(void* cell) {
  for (int number = 1; number < HEDDLE_HISTORY_CELLS; ++number)
    if (cell == heddle_history_cell[number]) {
      const bool was_in_use = __atomic_exchange_n(&heddle_history_in_use[number], false, __ATOMIC_SEQ_CST);
      assert(was_in_use && "frees memory that is freed already");
      (void)was_in_use;
    }
}
#endif

enum { HEDDLE_HISTORY_STACK, HEDDLE_HISTORY_QUEUE, HEDDLE_HISTORY_CALLS = 30 };

typedef struct heddle_history_call {
  bool is_input;
  int value;
  int begin, end;
} heddle_history_call;

static heddle_history_call heddle_history[HEDDLE_HISTORY_CALLS];
static int heddle_history_count, heddle_history_clock, heddle_history_kind;

static inline void heddle_history_start(int kind) { heddle_history_kind = kind; }
static inline int heddle_history_tick(void) {
  return __atomic_fetch_add(&heddle_history_clock, 1, __ATOMIC_SEQ_CST);
}
static inline heddle_history_call* heddle_history_new(bool is_input) {
  heddle_history_call* call = &heddle_history[__atomic_fetch_add(&heddle_history_count, 1, __ATOMIC_SEQ_CST)];
  call->is_input = is_input;
  call->begin = heddle_history_tick();
  return call;
}
static inline void heddle_history_in(void (*operation)(int), int value) {
  heddle_history_call* call = heddle_history_new(true);
  call->value = value;
  operation(value);
  call->end = heddle_history_tick();
}
static inline void heddle_history_out(int (*operation)(void)) {
  heddle_history_call* call = heddle_history_new(false);
  call->value = operation();
  call->end = heddle_history_tick();
}

/* What is still inside comes out, so that what was lost or is there twice shows. */
static inline void heddle_history_drain(int (*operation)(void)) {
  int inputs = 0;
  for (int i = 0; i < heddle_history_count; ++i) inputs += heddle_history[i].is_input;
  for (int i = 0; i <= inputs && heddle_history_count < HEDDLE_HISTORY_CALLS; ++i) {
    heddle_history_out(operation);
    if (heddle_history[heddle_history_count - 1].value == -2147483647 - 1) return;
  }
}

/* Can the calls not in `done` follow, with `content` inside (oldest first)? */
static bool heddle_history_explains(unsigned done, const int* content, int size) {
  if (done == (1U << heddle_history_count) - 1) return true;
  for (int next = 0; next < heddle_history_count; ++next) {
    if ((done >> next & 1) != 0) continue;
    bool is_first = true; /* nothing that is left ended before it began */
    for (int other = 0; other < heddle_history_count; ++other)
      if ((done >> other & 1) == 0 && other != next && heddle_history[other].end < heddle_history[next].begin)
        is_first = false;
    if (!is_first) continue;
    int inside[HEDDLE_HISTORY_CALLS];
    int count = size;
    for (int i = 0; i < size; ++i) inside[i] = content[i];
    const int value = heddle_history[next].value;
    if (heddle_history[next].is_input) {
      inside[count++] = value;
    } else if (value == -2147483647 - 1) {
      if (size != 0) continue;
    } else if (size == 0 ||
               value != (heddle_history_kind == HEDDLE_HISTORY_STACK ? content[size - 1] : content[0])) {
      continue;
    } else {
      --count;
      if (heddle_history_kind == HEDDLE_HISTORY_QUEUE)
        for (int i = 0; i < count; ++i) inside[i] = content[i + 1];
    }
    if (heddle_history_explains(done | 1U << next, inside, count)) return true;
  }
  return false;
}
static inline void heddle_history_check(void) {
  const int nothing[1] = {0};
  assert(heddle_history_explains(0, nothing, 0) && "no stack or queue explains this history");
}

#endif
