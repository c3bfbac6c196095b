// SPDX-License-Identifier: Apache-2.0
// A script is a table of calls that threads of one compiled program make: what a made-up program does, as data. The
// calls are those of the rule book (src/sync/call.def), atomics and plain memory of all sizes, keys, futexes, and
// some of libc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// enumerator, topic, how many things of its kind there are to choose from
// clang-format off
#define HEDDLE_SCRIPT_CALLS(X)                                                                            \
  X(load8, sizes, 1) X(store8, sizes, 1) X(load16, sizes, 1) X(store16, sizes, 1) X(load32, atomics, 2)   \
  X(store32, atomics, 2) X(add32, atomics, 2) X(swap32, atomics, 2) X(or32, atomics, 2)                   \
  X(strong32, atomics, 2) X(weak32, atomics, 2) X(strong32_shared, plain, 2) X(load64, sizes, 1)          \
  X(store64, sizes, 1) X(add64, sizes, 1) X(strong8, sizes, 1) X(weak64, sizes, 1)                        \
  X(strong128, sizes, 1) X(fence, atomics, 1) X(plain_read, plain, 4) X(plain_write, plain, 4)            \
  X(guarded_write, guarded, 2) X(guarded_read, guarded, 2) X(copies, plain, 2) X(prints, plain, 2)        \
  X(lock, mutex, 2) X(unlock, mutex, 2) X(try_lock, mutex, 2) X(timed_lock, mutex, 2)                     \
  X(timed_lock_past, mutex, 2) X(unlock_any, mutex_misuse, 2) X(destroy, mutex_misuse, 2)                 \
  X(init, mutex_misuse, 2) X(consistent, robust, 1) X(keep, robust, 2) X(read_lock, rwlock, 1)            \
  X(write_lock, rwlock, 1) X(try_read, rwlock, 1) X(try_write, rwlock, 1) X(timed_read, rwlock, 1)        \
  X(timed_write, rwlock, 1) X(rw_unlock, rwlock, 1) X(wait, condition, 1) X(timed_wait, condition, 1)     \
  X(wait_while, condition, 1) X(set_and_signal, condition, 1) X(signal, condition, 1)                     \
  X(broadcast, condition, 1) X(condition_destroy, condition_misuse, 1) X(post, semaphore, 1)              \
  X(acquire, semaphore, 1) X(try_acquire, semaphore, 1) X(timed_acquire, semaphore, 1)                    \
  X(value, semaphore, 1) X(semaphore_destroy, semaphore_misuse, 1) X(arrive, barrier, 1)                  \
  X(barrier_destroy, barrier_misuse, 1) X(once, once, 1) X(spin_lock, spin, 1) X(spin_try, spin, 1)       \
  X(spin_unlock, spin, 1) X(create, threads, 1) X(join, threads, 1) X(try_join, threads, 1)               \
  X(timed_join, threads, 1) X(detach, thread_misuse, 1) X(exit_thread, threads, 1)                        \
  X(look_at_id, threads, 1) X(futex_wait, futex, 1) X(futex_wake, futex, 1) X(futex_store, futex, 1)      \
  X(yields, atomics, 1) X(key_set, keys, 1) X(key_get, keys, 1) X(key_delete, keys, 1)                    \
  X(key_create, keys, 1) X(heap_use, heap, 1) X(heap_free, heap, 1) X(heap_lock, heap, 1)                 \
  X(draws, libc, 1) X(tokens, libc, 1) X(spins_until, atomics, 2) X(sleeps, time, 1)                      \
  X(clock_looks, time, 1)
// clang-format on

enum class Topic {
  atomics,
  sizes,
  plain,
  guarded,
  mutex,
  mutex_misuse,
  robust,
  rwlock,
  condition,
  condition_misuse,
  semaphore,
  semaphore_misuse,
  barrier,
  barrier_misuse,
  once,
  spin,
  threads,
  thread_misuse,
  futex,
  keys,
  heap,
  libc,
  time,
  count
};
enum class Call {
#define HEDDLE_ENUMERATOR(name, topic, things) name,
  HEDDLE_SCRIPT_CALLS(HEDDLE_ENUMERATOR)
#undef HEDDLE_ENUMERATOR
      count
};

struct Step {
  Call call;
  int thing;     // which of its kind
  int value;     // 0 to 3
  int expected;  // 0 to 3; a memory order of atomics, else
};
constexpr int kThreads = 4, kSteps = 6;
struct Script {
  int threads = 2;
  int parent[kThreads] = {};    // who creates it: the test, or an earlier thread
  bool by_call[kThreads] = {};  // by a step of that one; otherwise at its start
  int length[kThreads] = {};
  Step steps[kThreads][kSteps] = {};
  int mutex_kind[2] = {};  // normal, recursive, error-checking, robust
  bool prefers_writers = false;
  int semaphore = 0;  // to begin with
  int parties = 2;
  bool ends_clean = true;  // threads give back what they hold
  bool on_heap = false;    // where the objects are
};

Script make_script(std::uint64_t seed);
std::vector<Script> smaller(const Script& script);  // each a step towards the smallest
std::string text_of(const Script& script);
const char* name_of(Call call);
std::uint32_t topics_of(const Script& script);  // a bit for each

extern Script script;
extern std::uint32_t topics;  // of it
void run_script(void*);       // the test: sets `outcome`
extern std::uint64_t outcome;
