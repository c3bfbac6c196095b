/* SPDX-License-Identifier: Apache-2.0
 * A history of calls on a set: what the programs that `heddle prove --confirm` writes about sets are made of. Calls on
 * different keys do not touch each other, so each key is judged by itself: some order of its calls, in which none comes
 * before one that had returned when it began, must explain what they returned. There are few calls: every order is tried.
 * What a call needs of its thread and of the cells is in <heddle/prove_history.h>. */
#ifndef HEDDLE_PROVE_SET_HISTORY_H
#define HEDDLE_PROVE_SET_HISTORY_H

#include <heddle/prove_history.h>
#include <unistd.h>

enum { HEDDLE_SET_INSERT, HEDDLE_SET_REMOVE, HEDDLE_SET_CONTAINS };
struct heddle_set_call {
  int role, key;
  bool result;
  struct heddle_history_call* times;
};
enum { HEDDLE_SET_CALLS = 24 };
static struct heddle_set_call heddle_set_calls[HEDDLE_HISTORY_THREADS][HEDDLE_SET_CALLS];

static inline void heddle_set_make(int role, bool (*operation)(int), int key) {
  struct heddle_history_call* times = heddle_history_begin(false);
  struct heddle_set_call* call =
      &heddle_set_calls[heddle_history_self][heddle_history_count[heddle_history_self] - 1];
  const bool result = operation(key);
  heddle_history_end(times);
  call->role = role, call->key = key, call->result = result, call->times = times;
}

/* Whether the calls that are not in `done` can be put behind it, if the key is in or not by then. */
static inline bool heddle_set_explains(const struct heddle_set_call* calls, int count, unsigned done,
                                       bool is_in) {
  if (done == (1u << count) - 1) return true;
  for (int i = 0; i < count; ++i) {
    if ((done >> i & 1) != 0) continue;
    bool may_be_next = true;
    for (int j = 0; j < count; ++j)
      if ((done >> j & 1) == 0 && calls[j].times->times.end < calls[i].times->times.begin)
        may_be_next = false;
    const bool right = calls[i].role == HEDDLE_SET_INSERT ? !is_in : is_in;
    if (!may_be_next || calls[i].result != right) continue;
    const bool after = calls[i].role == HEDDLE_SET_CONTAINS ? is_in : calls[i].role == HEDDLE_SET_INSERT;
    if (heddle_set_explains(calls, count, done | 1u << i, after)) return true;
  }
  return false;
}

/* Without <stdio.h>, which has a `remove` of its own. Keys and threads have one digit. */
static inline void heddle_set_tell(const char* name, const struct heddle_set_call* call) {
  const char thread[] = {'T', (char)('0' + call->times->thread), ' ', 0};
  const char key[] = {'(', (char)('0' + call->key), ')', 0};
  const char* const parts[] = {thread, name, key, " returned ", call->result ? "true\n" : "false\n"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
    size_t length = 0;
    while (parts[i][length] != 0) ++length;
    if (write(2, parts[i], length) < 0) return;
  }
}

static inline void heddle_set_check(const char* insert, const char* remove, const char* contains) {
  const char* const names[] = {insert, remove, contains};
  if (!heddle_runtime_call_begin) abort(); /* not under `heddle check`: nobody knows when calls began */
  for (int key = 1; key <= 9; ++key) {
    struct heddle_set_call calls[HEDDLE_SET_CALLS];
    int count = 0;
    for (int thread = 0; thread < HEDDLE_HISTORY_THREADS; ++thread)
      for (size_t i = 0; i < heddle_history_count[thread]; ++i)
        if (heddle_set_calls[thread][i].key == key && count < HEDDLE_SET_CALLS)
          calls[count++] = heddle_set_calls[thread][i];
    if (heddle_set_explains(calls, count, 0, false)) continue;
    for (int i = 0; i < count; ++i) heddle_set_tell(names[calls[i].role], &calls[i]);
    assert(!"not linearizable as a set: no order of these calls explains their results");
  }
}

#endif
