/* SPDX-License-Identifier: Apache-2.0
 * Hazard pointers (Michael, IEEE TPDS 15(6), 2004), also as part of what `heddle prove` understands.
 *
 * heddle_protect(i, p)  hazard pointer i of this thread, 0 ≤ i < HEDDLE_HAZARDS, is p; NULL: it protects nothing. A
 *                       cell that is retired while it has the cell's address is not freed until it changes. Whether
 *                       the cell was retired *before* must be looked at afterwards: read again where p came from.
 * heddle_retire(p)      the cell is freed when no hazard pointer has its address. heddle_retire_free(p): the same for
 *                       cells of malloc. */
#ifndef HEDDLE_HAZARD_H
#define HEDDLE_HAZARD_H

#ifdef HEDDLE_EPOCH_H
#error "<heddle/epoch.h> and <heddle/hazard.h> are two schemes: a program has one"
#endif
#define HEDDLE_HAZARDS 7
#include <heddle/retired.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef HEDDLE_PROVE

void heddle_protect(unsigned index, const void* cell);

#else

static inline uint64_t heddle_retired_epoch(void) { return 0; }

static inline void heddle_protect(unsigned index, const void* cell) {
  __atomic_store_n(&heddle_participant_self()->hazards[index], (void*)cell, __ATOMIC_SEQ_CST);
}

static bool heddle_is_protected(const void* cell) {
  for (heddle_participant* one = __atomic_load_n(&heddle_participants, __ATOMIC_SEQ_CST); one != NULL;
       one = one->next)
    for (int i = 0; i < HEDDLE_HAZARDS; ++i)
      if (__atomic_load_n(&one->hazards[i], __ATOMIC_SEQ_CST) == cell) return true;
  return false;
}

static void heddle_reclaim(heddle_participant* self) {
  size_t kept = 0;
  for (size_t i = 0; i < self->count; ++i)
    if (heddle_is_protected(self->retired[i].cell))
      self->retired[kept++] = self->retired[i];
    else
      heddle_retired_free(&self->retired[i]);
  self->count = kept;
}

#endif
#ifdef __cplusplus
}
#endif
#endif
