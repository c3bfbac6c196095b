/* SPDX-License-Identifier: Apache-2.0
 * The compiled program that `heddle prove` runs beside what it has made of it: threads call the operations in an order
 * of steps that a number decides, and every access to memory is written down, with what was there before and after it.
 *
 * The compiler inserts a call before each access (-fsanitize=thread); these are the functions that it calls, instead of
 * the sanitizer's. One thread runs at a time, and passes the turn on only here: so a plain access happens before any
 * other thread runs, and an atomic one is done here without being atomic.
 *
 * heddle writes a file that says how the operations are called (HEDDLE_BESIDE_…) and includes this one. */
#ifndef HEDDLE_PROVE_BESIDE_H
#define HEDDLE_PROVE_BESIDE_H

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

typedef unsigned __int128 wide;
enum { kAccess, kCall, kReturn, kAllocate, kFree, kZero };
enum { kThreads = 3, kEvents = 1 << 18, kHeap = 1 << 23, kStepsOfCall = 100000 };

/* As src/prove/beside/trace.h has it. */
static struct event {
  uint32_t thread, kind;
  uint64_t address, size, before[2], after[2];
} events[kEvents];
static size_t event_count;

static uint64_t random_state = HEDDLE_BESIDE_SEED;
static uint32_t chance(void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33);
}

static void finish(void) {
  const size_t bytes = event_count * sizeof *events;
  _exit(write(3, events, bytes) == (ssize_t)bytes ? 0 : 120);
}

static _Thread_local uint32_t self; /* 0: the initial function's */
static struct event* note(uint32_t kind, const volatile void* address, size_t size) {
  if (event_count == kEvents) finish();
  struct event* one = &events[event_count++];
  one->thread = self, one->kind = kind, one->address = (uint64_t)address, one->size = size;
  return one;
}
static void copy(uint64_t into[2], uint64_t address, size_t size) {
  if (size <= 16) memcpy(into, (const void*)address, size);
}

/* A plain write is seen when its thread comes here again. */
static struct event* unfinished;
static void settle(void) {
  if (unfinished != NULL) copy(unfinished->after, unfinished->address, unfinished->size);
  unfinished = NULL;
}

static sem_t turns[kThreads + 1];
static uint32_t running; /* threads that have calls to make, as bits */
static uint32_t rarity = 2, steps_left;
static void pass_on(void) {
  uint32_t next = 1 + chance() % kThreads;
  while (running != 0 && (running >> next & 1) == 0) next = 1 + next % kThreads;
  if (self == 0 || running == 0 || next == self) return;
  sem_post(&turns[next]);
  if (running >> self & 1)
    while (sem_wait(&turns[self]) != 0) {
    }
}
static void step(void) {
  settle();
  if (self == 0) return;
  if (--steps_left == 0) finish(); /* a call goes round and round: whether it ends is another question */
  if (chance() % 64 == 0) rarity = 2 + chance() % 3 * (chance() % 12);
  if (chance() % rarity == 0) pass_on();
}

/* Cells. Those that are freed may be given out again, but never to anybody else. */
static _Alignas(64) char heap[kHeap];
static size_t heap_used;
static struct {
  void* cell;
  size_t size;
} freed[4096];
static size_t freed_count;
static void* new_cell(size_t size, int fill) {
  step();
  char* cell = NULL;
  if (!HEDDLE_BESIDE_COLLECTED && freed_count > 0 && chance() % 4 != 0) {
    const size_t one = chance() % freed_count;
    if (freed[one].size == size) cell = (char*)freed[one].cell, freed[one] = freed[--freed_count];
  }
  if (cell == NULL) {
    const size_t bytes = 16 + (size + 15) / 16 * 16;
    if (heap_used + bytes > kHeap) finish();
    cell = heap + heap_used + 16, heap_used += bytes;
    memcpy(cell - 16, &size, sizeof size);
  }
  if (fill >= 0) memset(cell, fill, size);
  note(kAllocate, cell, size);
  return cell;
}
static int is_cell(const void* cell) { return (const char*)cell >= heap && (const char*)cell < heap + kHeap; }
static void free_cell(void* cell) {
  step();
  size_t size;
  memcpy(&size, (char*)cell - 16, sizeof size);
  note(kFree, cell, size);
  if (freed_count < sizeof freed / sizeof *freed)
    freed[freed_count].cell = cell, freed[freed_count++].size = size;
}
enum { kGarbage = 0xa5 };
void* heddle_beside_new(size_t size) { return new_cell(size, -1); }
void heddle_beside_free(void* cell) { free_cell(cell); }
void* __wrap_malloc(size_t size) { return new_cell(size, kGarbage); }
void* __wrap_aligned_alloc(size_t alignment, size_t size) {
  return (void)alignment, new_cell(size, kGarbage);
}
void* __wrap_calloc(size_t count, size_t size) { return new_cell(count * size, 0); }
void* _Znwm(size_t size) { return new_cell(size, kGarbage); }
void* _ZnwmRKSt9nothrow_t(size_t size, const void* unused) { return (void)unused, new_cell(size, kGarbage); }
void __real_free(void* cell);
void __wrap_free(void* cell) {
  if (is_cell(cell))
    free_cell(cell);
  else
    __real_free(cell);
}
void _ZdlPv(void* cell) { __wrap_free(cell); }
void _ZdlPvm(void* cell, size_t size) { (void)size, __wrap_free(cell); }

/* Locks: their first bytes say whether they are held; what the library would keep in them is not needed. */
static int try_lock(void* lock) {
  step();
  int before;
  memcpy(&before, lock, sizeof before);
  const int after = 1;
  struct event* one = note(kAccess, lock, sizeof before);
  one->before[0] = before != 0, one->after[0] = 1;
  memcpy(lock, &after, sizeof after);
  return before == 0;
}
static int take_lock(void* lock) {
  while (!try_lock(lock)) pass_on();
  return 0;
}
static int set_lock(void* lock) {
  step();
  int before;
  memcpy(&before, lock, sizeof before);
  struct event* one = note(kAccess, lock, sizeof before);
  one->before[0] = before != 0, one->after[0] = 0;
  memset(lock, 0, sizeof before);
  return 0;
}
int __wrap_pthread_mutex_init(void* lock, void* kind) { return (void)kind, set_lock(lock); }
int __wrap_pthread_mutex_lock(void* lock) { return take_lock(lock); }
int __wrap_pthread_mutex_trylock(void* lock) { return try_lock(lock) ? 0 : EBUSY; }
int __wrap_pthread_mutex_unlock(void* lock) { return set_lock(lock); }
int __wrap_pthread_spin_init(void* lock, int kind) { return (void)kind, set_lock(lock); }
int __wrap_pthread_spin_lock(void* lock) { return take_lock(lock); }
int __wrap_pthread_spin_trylock(void* lock) { return try_lock(lock) ? 0 : EBUSY; }
int __wrap_pthread_spin_unlock(void* lock) { return set_lock(lock); }
int __wrap_mtx_init(void* lock, int kind) { return (void)kind, set_lock(lock); }
int __wrap_mtx_lock(void* lock) { return take_lock(lock); }
int __wrap_mtx_trylock(void* lock) { return try_lock(lock) ? 0 : 1; }
int __wrap_mtx_unlock(void* lock) { return set_lock(lock); }
int __wrap_sched_yield(void) { return settle(), pass_on(), 0; }
void __wrap_thrd_yield(void) { settle(), pass_on(); }
int __wrap_usleep(unsigned time) { return (void)time, settle(), pass_on(), 0; }

/* What the compiler calls. */
static void reads(void* address, size_t size) {
  step();
  struct event* one = note(kAccess, address, size);
  copy(one->before, one->address, size), copy(one->after, one->address, size);
}
static void writes(void* address, size_t size) {
  step();
  unfinished = note(kAccess, address, size);
  copy(unfinished->before, unfinished->address, size);
}
#define PLAIN(size)                                                                    \
  void __tsan_read##size(void* address) { reads(address, size); }                      \
  void __tsan_write##size(void* address) { writes(address, size); }                    \
  void __tsan_unaligned_read##size(void* address) { reads(address, size); }            \
  void __tsan_unaligned_write##size(void* address) { writes(address, size); }          \
  void __tsan_volatile_read##size(void* address) { reads(address, size); }             \
  void __tsan_volatile_write##size(void* address) { writes(address, size); }           \
  void __tsan_unaligned_volatile_read##size(void* address) { reads(address, size); }   \
  void __tsan_unaligned_volatile_write##size(void* address) { writes(address, size); } \
  void __tsan_read_write##size(void* address) { reads(address, size), writes(address, size); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)
void __tsan_init(void) {}
void __tsan_func_entry(void* caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void* address, void* value) { (void)address, (void)value; }
void __tsan_vptr_read(void* address) { (void)address; }
void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }
/* What is copied goes eight bytes at a time. */
static void pieces(void* address, size_t size, void (*access)(void*, size_t)) {
  if (!is_cell(address) && !HEDDLE_BESIDE_OWNS(address)) return;
  for (size_t at = 0; at < size; at += 8) access((char*)address + at, size - at < 8 ? size - at : 8);
}
void* __tsan_memset(void* into, int value, size_t size) {
  step();
  if (value == 0) note(kZero, into, size);
  return memset(into, value, size);
}
void* __tsan_memcpy(void* into, const void* from, size_t size) {
  pieces((void*)from, size, reads);
  for (size_t at = 0; at < size; at += 8) {
    const size_t piece = size - at < 8 ? size - at : 8;
    pieces((char*)into + at, piece, writes);
    memcpy((char*)into + at, (const char*)from + at, piece);
  }
  settle();
  return into;
}
void* __tsan_memmove(void* into, const void* from, size_t size) { return __tsan_memcpy(into, from, size); }

#define EXCHANGE(bits, type, name, result)                                           \
  type __tsan_atomic##bits##_##name(volatile type* address, type value, int order) { \
    (void)order;                                                                     \
    step();                                                                          \
    struct event* one = note(kAccess, address, sizeof(type));                        \
    const type before = *address;                                                    \
    copy(one->before, one->address, sizeof before);                                  \
    *address = (result);                                                             \
    copy(one->after, one->address, sizeof before);                                   \
    return before;                                                                   \
  }
#define ATOMIC(bits, type)                                                                                \
  type __tsan_atomic##bits##_load(volatile type* address, int order) {                                    \
    (void)order;                                                                                          \
    reads((void*)address, sizeof(type));                                                                  \
    return *address;                                                                                      \
  }                                                                                                       \
  EXCHANGE(bits, type, exchange, value)                                                                   \
  EXCHANGE(bits, type, fetch_add, before + value)                                                         \
  EXCHANGE(bits, type, fetch_sub, before - value)                                                         \
  EXCHANGE(bits, type, fetch_and, before& value)                                                          \
  EXCHANGE(bits, type, fetch_or, before | value)                                                          \
  EXCHANGE(bits, type, fetch_xor, before ^ value)                                                         \
  EXCHANGE(bits, type, fetch_nand, ~(before & value))                                                     \
  void __tsan_atomic##bits##_store(volatile type* address, type value, int order) {                       \
    __tsan_atomic##bits##_exchange(address, value, order);                                                \
  }                                                                                                       \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* address, type expected, type desired,    \
                                                  int order, int failure) {                               \
    (void)order, (void)failure;                                                                           \
    step();                                                                                               \
    struct event* one = note(kAccess, address, sizeof(type));                                             \
    const type before = *address;                                                                         \
    copy(one->before, one->address, sizeof before);                                                       \
    if (before == expected) *address = desired;                                                           \
    copy(one->after, one->address, sizeof before);                                                        \
    return before;                                                                                        \
  }                                                                                                       \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* address, type* expected, type desired, \
                                                    int order, int failure) {                             \
    const type wanted = *expected;                                                                        \
    *expected = __tsan_atomic##bits##_compare_exchange_val(address, wanted, desired, order, failure);     \
    return *expected == wanted;                                                                           \
  }                                                                                                       \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* address, type* expected, type desired,   \
                                                  int order, int failure) {                               \
    return __tsan_atomic##bits##_compare_exchange_strong(address, expected, desired, order, failure);     \
  }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
ATOMIC(128, wide)

static uint64_t made; /* values that went in */
static void call(void) {
  const int function = chance() % HEDDLE_BESIDE_FUNCTIONS;
  uint64_t argument = HEDDLE_BESIDE_FUNCTIONS == 3 ? 1 + chance() % 4 : 1 + (made += function == 0) % 100;
  steps_left = kStepsOfCall;
  struct event* begun = note(kCall, NULL, 0);
  begun->before[0] = (uint64_t)function, begun->before[1] = argument;
  uint64_t result = 0, status = 1;
  HEDDLE_BESIDE_CALL(function, argument, &result, &status);
  settle();
  struct event* done = note(kReturn, NULL, 0);
  done->before[0] = result, done->before[1] = status;
}
static void* work(void* number) {
  self = (uint32_t)(uintptr_t)number;
  while (sem_wait(&turns[self]) != 0) {
  }
  for (int i = 0; i < HEDDLE_BESIDE_CALLS; ++i) {
    call();
    step();
  }
  running &= ~(1u << self);
  if (running == 0) finish();
  pass_on();
  while (1) pause(); /* what runs when a thread ends would run beside the others */
}

int main(void) {
  alarm(20);
  steps_left = kStepsOfCall;
  HEDDLE_BESIDE_INIT();
  settle();
  note(kReturn, NULL, 0);
  for (uint32_t i = 1; i <= kThreads; ++i) {
    pthread_t thread;
    sem_init(&turns[i], 0, 0);
    running |= 1u << i;
    if (pthread_create(&thread, NULL, work, (void*)(uintptr_t)i) != 0) return 121;
  }
  sem_post(&turns[1]);
  while (1) pause();
}

#pragma clang attribute pop
#endif
