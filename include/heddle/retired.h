/* SPDX-License-Identifier: Apache-2.0
 * What <heddle/epoch.h> and <heddle/hazard.h> have in common: the threads that take part, and the cells that each
 * has retired and not freed yet. Include one of those two, not this file.
 *
 * A thread takes part from its first call on. Its record is in a list that only grows; when the thread ends, the
 * next new thread takes the record over, with the cells that still wait in it. */
#ifndef HEDDLE_RETIRED_H
#define HEDDLE_RETIRED_H

#include <heddle/prove.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef HEDDLE_PROVE /* the prover knows it by name */

void heddle_retire(void* cell);
void heddle_retire_free(void* cell);

#else

#include <pthread.h>

#ifndef HEDDLE_RETIRED /* so many cells wait in a thread before it looks which can be freed */
#define HEDDLE_RETIRED 64
#endif

typedef struct heddle_retired {
  void* cell;
  uint64_t epoch;
  bool is_library; /* from malloc */
} heddle_retired;

typedef struct heddle_participant {
  struct heddle_participant* next;
  int is_taken;
  uint64_t epoch;                /* <heddle/epoch.h>: 2 · epoch + 1 while inside, else 0 */
  void* hazards[HEDDLE_HAZARDS]; /* <heddle/hazard.h> */
  heddle_retired* retired;
  size_t count, room;
} heddle_participant;

__attribute__((weak)) heddle_participant* heddle_participants;
__attribute__((weak)) pthread_key_t heddle_participant_key;
__attribute__((weak)) pthread_once_t heddle_participant_once = PTHREAD_ONCE_INIT;

static void heddle_participant_end(void* record) {
  heddle_participant* self = (heddle_participant*)record;
  for (int i = 0; i < HEDDLE_HAZARDS; ++i) __atomic_store_n(&self->hazards[i], NULL, __ATOMIC_SEQ_CST);
  __atomic_store_n(&self->epoch, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&self->is_taken, 0, __ATOMIC_SEQ_CST);
}
static void heddle_participant_begin(void) {
  if (pthread_key_create(&heddle_participant_key, heddle_participant_end) != 0) abort();
}

static inline heddle_participant* heddle_participant_self(void) {
  pthread_once(&heddle_participant_once, heddle_participant_begin);
  heddle_participant* self = (heddle_participant*)pthread_getspecific(heddle_participant_key);
  if (self != NULL) return self;
  for (self = __atomic_load_n(&heddle_participants, __ATOMIC_SEQ_CST); self != NULL; self = self->next)
    if (__atomic_exchange_n(&self->is_taken, 1, __ATOMIC_SEQ_CST) == 0) break;
  if (self == NULL) {
    self = (heddle_participant*)calloc(1, sizeof *self);
    if (self == NULL) abort();
    self->is_taken = 1;
    heddle_participant* first = __atomic_load_n(&heddle_participants, __ATOMIC_SEQ_CST);
    do {
      self->next = first;
    } while (!__atomic_compare_exchange_n(&heddle_participants, &first, self, false, __ATOMIC_SEQ_CST,
                                          __ATOMIC_SEQ_CST));
  }
  if (pthread_setspecific(heddle_participant_key, self) != 0) abort();
  return self;
}

static inline void heddle_retired_free(const heddle_retired* one) {
  if (one->is_library)
    free(one->cell);
  else
    HEDDLE_FREE(one->cell);
}
static inline void heddle_retired_add(heddle_participant* self, heddle_retired one) {
  if (self->count == self->room) {
    self->room = self->room == 0 ? 16 : 2 * self->room;
    self->retired = (heddle_retired*)realloc(self->retired, self->room * sizeof *self->retired);
    if (self->retired == NULL) abort();
  }
  self->retired[self->count++] = one;
}

static void heddle_reclaim(heddle_participant* self); /* frees what can be freed: the scheme's part */
static inline uint64_t heddle_retired_epoch(void);

static inline void heddle_retire_as(void* cell, bool is_library) {
  heddle_participant* self = heddle_participant_self();
  const heddle_retired one = {cell, heddle_retired_epoch(), is_library};
  heddle_retired_add(self, one);
  if (self->count >= HEDDLE_RETIRED) heddle_reclaim(self);
}
/* A cell of HEDDLE_NEW, and a cell of malloc. No thread can come to it any more that has no pointer to it yet. */
static inline void heddle_retire(void* cell) { heddle_retire_as(cell, false); }
static inline void heddle_retire_free(void* cell) { heddle_retire_as(cell, true); }

#endif
#ifdef __cplusplus
}
#endif
#endif
