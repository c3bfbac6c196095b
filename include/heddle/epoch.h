/* SPDX-License-Identifier: Apache-2.0
 * Epoch-based reclamation (Fraser, "Practical Lock-Freedom", 2004), also as part of what `heddle prove` understands.
 *
 * heddle_enter()    from here on, and
 * heddle_leave()    until here, no cell is freed that is retired meanwhile. They do not nest, and calls of an
 *                   operation leave before they return.
 * heddle_retire(p)  the cell is freed when nobody is inside any more who was inside now. heddle_retire_free(p): the
 *                   same for cells of malloc.
 *
 * There is a number, the epoch. A thread that enters writes it down; it is raised only when everybody inside has
 * the current one. So it is raised at most once while a thread is inside, and a cell that was retired in epoch e
 * can be freed in epoch e + 2: whoever was inside then has left. */
#ifndef HEDDLE_EPOCH_H
#define HEDDLE_EPOCH_H

#ifdef HEDDLE_HAZARDS
#error "<heddle/epoch.h> and <heddle/hazard.h> are two schemes: a program has one"
#endif
#define HEDDLE_HAZARDS 1 /* not used */
#include <heddle/retired.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef HEDDLE_PROVE

void heddle_enter(void);
void heddle_leave(void);

#else

__attribute__((weak)) uint64_t heddle_epoch;

static inline uint64_t heddle_retired_epoch(void) { return __atomic_load_n(&heddle_epoch, __ATOMIC_SEQ_CST); }

static inline void heddle_enter(void) {
  heddle_participant* self = heddle_participant_self();
  uint64_t epoch = heddle_retired_epoch();
  while (true) { /* what was written down must still be the epoch when others can see it */
    __atomic_store_n(&self->epoch, 2 * epoch + 1, __ATOMIC_SEQ_CST);
    const uint64_t now = heddle_retired_epoch();
    if (now == epoch) return;
    epoch = now;
  }
}
static inline void heddle_leave(void) {
  __atomic_store_n(&heddle_participant_self()->epoch, 0, __ATOMIC_SEQ_CST);
}

static void heddle_reclaim(heddle_participant* self) {
  uint64_t epoch = heddle_retired_epoch();
  bool all_have_it = true;
  for (heddle_participant* one = __atomic_load_n(&heddle_participants, __ATOMIC_SEQ_CST); one != NULL;
       one = one->next) {
    const uint64_t has = __atomic_load_n(&one->epoch, __ATOMIC_SEQ_CST);
    if (has != 0 && has != 2 * epoch + 1) all_have_it = false;
  }
  if (all_have_it && __atomic_compare_exchange_n(&heddle_epoch, &epoch, epoch + 1, false, __ATOMIC_SEQ_CST,
                                                 __ATOMIC_SEQ_CST))
    ++epoch;
  size_t kept = 0;
  for (size_t i = 0; i < self->count; ++i)
    if (self->retired[i].epoch + 2 <= epoch)
      heddle_retired_free(&self->retired[i]);
    else
      self->retired[kept++] = self->retired[i];
  self->count = kept;
}

#endif
#ifdef __cplusplus
}
#endif
#endif
