// SPDX-License-Identifier: Apache-2.0
// Memory that forked processes have in common: what must outlive one execution, or the process that ran it;
// and the doubts that an execution leaves there: shared.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/failures.h"
#include "runtime/control/orders.h"
#include "runtime/control/passed_over.h"
#include "runtime/control/recorded.h"

namespace heddle::control {

inline constexpr std::size_t kMaxThreads = 8192;  // address space is set aside for so many

enum class Doubt : std::uint8_t {
  cut_execution,  // more steps than the limit
  plain_spin,     // a loop over plain memory was made to give way
  too_many_threads,
  too_many_tries,  // a thread's try_lock was not allowed to fail again
  blocking_call,   // a system call that may wait for something outside
  cancellation,
  other_signal,      // sent to another thread
  wide_spin,         // a loop over more locations than can be waited for
  other_process,     // fork in the program
  stubborn_state,    // the test keeps state across executions
  kept_race,         // a data race was no failure
  untold_access,     // of what races, in code that tells only what `heddle run` needs
  no_return,         // code outside of heddle's control did not come back
  late_access,       // a visible operation that libc had already carried out
  many_racy,         // words
  untracked_memory,  // was freed
  lasting_file,      // was read
  beyond_model,      // something the memory model's search does not explore
  more_baseless,     // wake-ups and failures of weak compare-exchanges
  more_timeouts,
  more_late,
  thread_before,  // main
  timer,          // armed when nobody could go on
  unknown_call,   // of libc
  unknown_instruction,
  own_stack,      // a thread's, which heddle cannot give it
  other_headers,  // a test built with those of another heddle
  mixed_atomics,  // they overlap, and begin at different addresses
  hidden_lock,    // of libatomic, where a thread may stop for ever
  count
};

// What need not have been. The last two are looks at the clock: that no time has passed since the one before, and that
// very much has.
enum class Baseless : std::uint8_t { wake_up, exchange, timeout, clock, late };

struct Shared {
  static constexpr std::size_t kObjects = std::size_t{1} << 20;
  static constexpr std::size_t kSteps = std::size_t{1} << 16;
  static constexpr std::size_t kRacy = 1024;
  static constexpr std::size_t kFiles = 256;
  std::uint64_t doubts[static_cast<std::size_t>(Doubt::count)];
  char doubt_texts[static_cast<std::size_t>(Doubt::count)][256];  // what it was, of the first
  Failure failure;
  std::uint32_t waited_outside;  // milliseconds that passed while nobody could go on
  int failed_in;                 // the process whose execution failed first
  int process;                   // as which all executions know themselves
  std::uint32_t lock;            // numbers are handed out to all processes
  std::uint32_t objects;         // numbered so far
  std::uint32_t racy_count;
  std::uint32_t racy_visible;  // the first so many: fixed while a search runs
  bool racy_grew;
  std::uint32_t short_calls;  // kinds of calls (histories.h) each of whose operations may be the last
  bool race_kept;             // one that nobody had said is meant
  PassedRaces passed_races;   // likewise, where the search goes on after them
  bool tries_visible;         // somebody notices a release without waiting for it
  bool tries_seen;
  bool lock_rounds, lock_tries;  // under a memory model, where both together make a difference: loops.h
  // Robustness (robustness.h). Watched: fixed while a search runs.
  bool weak_seen, weak_watched;  // atomics that are not seq_cst
  bool weak_met;                 // the same, under a memory model
  bool goes_round;  // under one: it goes on and on without any of those (explore/native/model_choice.cpp)
  bool mixed_seen, mixed_watched;  // atomics that overlap
  bool beyond_sc;                  // an atomic could do what sequential consistency does not allow
  std::uint64_t files[kFiles];     // that executions wrote and did not make themselves
  std::size_t files_count;
  bool files_changed;                // executions must not run beside each other
  std::uint64_t paths[kMaxThreads];  // of the threads numbered so far: parent and which of its children
  std::uint32_t paths_count;
  // Words whose plain accesses are visible operations; kAsOne: all of them are one object.
  // kEnds: somebody looks whether a thread has ended, so that ends are visible operations too; kStreams: somebody
  // locks a stream, so that uses of the standard ones are; kKeys: somebody deletes a key, so that uses of keys are;
  // kNames: somebody looks at the id of a thread that came after another one had gone; kTimes: somebody may compare
  // looks at the clock by different threads.
  // With the highest bit: a barrier whose arrivals are all ordered (hooks_barriers.cpp).
  // A schedule that is kept has `short_calls` among them too, with kShortCalls.
  static constexpr std::uint64_t kShortCalls = std::uint64_t{1} << 62;
  static constexpr std::uint64_t kAsOne = 0, kEnds = 1, kStreams = 2, kKeys = 3, kNames = 4, kTimes = 5;
  static bool is_word(std::uint64_t racy) { return racy == kAsOne || (racy > kTimes && racy >> 63 == 0); }
  std::uint64_t racy[kRacy];
  bool any_racy_word() const {
    for (std::uint32_t i = 0; i < racy_visible; ++i)
      if (is_word(racy[i])) return true;
    return false;
  }
  std::uint64_t steps_total;  // visible operations of all executions
  std::int64_t started[2];    // nanoseconds: what steady clocks and those of the day begin with
  struct Site {               // a place at which something failed without a reason: bounds.cpp
    std::uint64_t key;
    Baseless kind;
    std::uint8_t idle, busy;  // a bit for each level
    bool astray, cut;
  };
  static constexpr std::size_t kSites = 4096;
  Site sites[kSites];
  std::uint32_t sites_count;
  bool sites_overflow;
  // Places at which a loop was found to wait; the first so many are known to the search that runs.
  static constexpr std::size_t kWaits = 256;
  std::uint64_t waits[kWaits];
  std::uint32_t waits_count, waits_visible;
  std::uint64_t waits_mask;  // of those
  OrderSites order_sites;
  bool late_cut;              // a look at the clock was not let be late, and may have mattered
  bool next_asked_for;        // an execution asked for the next check of a row
  std::uint32_t baseless;     // steps without a reason, since forget_recorded()
  std::uint32_t steps_count;  // of the recorded execution
  Place steps[kSteps];
  // And what else it leaves (recorded.h).
  static constexpr std::size_t kAllocations = 16384, kWindows = 384, kLabel = 16;
  static constexpr std::size_t kWatched = 64, kLooking = 64, kLooked = 16;
  std::uint64_t watched[kWatched];  // words, by their addresses
  std::uint32_t watched_count;
  std::uint64_t looked[kLooking][kLooked];  // words that the first threads have read last, plainly
  std::uint32_t looked_count[kLooking];
  PassedWords passed;  // from thread to thread
  std::uint32_t allocations_count, windows_count;
  Place allocations[kAllocations];
  StackWindow windows[kWindows];
  // Of an execution that was stopped in its midst: where its threads are (halted.cpp). Asked for by a signal.
  static constexpr std::size_t kHalted = 64;
  Place halted[kHalted];
  std::uint32_t halted_count;
  bool halted_told;
  char labels[kMaxThreads][kLabel];     // what the program calls its threads
  std::uint64_t pointers[kMaxThreads];  // thread pointers: thread-local variables lie below them
  std::uint64_t object_keys[kObjects];
  std::uint32_t object_numbers[kObjects];
};

void doubt(Shared& shared, Doubt kind, const char* text);
void doubt(Doubt kind, const char* text = nullptr);
[[noreturn]] void cut(Doubt kind, const char* text = nullptr);  // and the execution ends here

class SharedLock {  // the only thing two processes do at the same time: number what is new
 public:
  SharedLock();
  ~SharedLock();
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;
};

}  // namespace heddle::control
