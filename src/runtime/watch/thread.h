// SPDX-License-Identifier: Apache-2.0
// What the runtime knows of one thread of the program, and how a hook finds it.
//
// An epoch is a stretch of one thread between two of its releases. It is one 64-bit word
//   0 : 1 | slot : 15 | clock : 38 | 0 : 10
// so that two epochs of one slot compare as numbers, and ten bits are left to say what was accessed (cell.h).
// A thread's vector clock holds, for every slot, the last epoch of it that happened before now.
//
// Slots are used again. A new thread takes over a finished thread's slot only if its creator already knows
// the end of that thread: then every epoch of the old one happens before every epoch of the new one, and one
// number a slot is still exact.
//
// Everything of a Thread is written by the thread itself, except where noted.
#pragma once

#include <cstddef>
#include <cstdint>

#include <signal.h>

#include "runtime/shared/raw.h"
#include "runtime/watch/channel.h"

namespace heddle::runtime {

using Epoch = std::uint64_t;
inline constexpr unsigned kSlotShift = 48;
inline constexpr Epoch kTick = 1 << 10;
inline constexpr Epoch kEpochMask = ~(kTick - 1);
inline constexpr Epoch kClockLimit = ((Epoch{1} << 38) - 2) << 10;
inline constexpr std::uint32_t kMaxSlots = 0x7f00;  // the slots above are tags of cells
constexpr std::uint32_t slot_of(Epoch epoch) { return static_cast<std::uint32_t>(epoch >> kSlotShift); }

// A vector clock of its own memory: entry i is an epoch of slot i, or 0. Grows by doubling, never shrinks.
struct Clock {
  Epoch* at = nullptr;
  std::uint32_t size = 0;      // entries in use
  std::uint32_t capacity = 0;  // a power of two, or 0

  bool empty() const { return size == 0; }
  void clear() { size = 0; }
  bool reserve(std::uint32_t entries);  // false: no memory, and the runtime is off
  void copy(const Clock& other);
  void join(const Clock& other);
  void release_memory();
};

struct Frame {
  std::uint64_t caller;  // return address
  std::uint64_t stack_pointer;
  // Of the stack up to here and without this frame, when it was last asked for; outlives the frame, for the
  // next call from the same place. 0: not yet.
  ContextId context, parent;
};
inline constexpr std::uint32_t kMaxDepth = 1 << 18;

struct Held {
  std::uint64_t lock = 0;  // number
  ContextId context = 0;   // where taken
  bool shared = false;
  ContextId set = 0;  // of this one and those before it; 0: not known
};

struct ContextCacheEntry {
  std::uint64_t payload = 0;
  ContextId parent = 0;
  ContextId context = 0;
};
inline constexpr std::size_t kContextCache = 1024;

using OriginId = std::uint32_t;
// A thread's cache of origins (contexts.h).
struct OriginCacheEntry {
  std::uint32_t key = 0;  // instruction, stack of the caller and locks held, mixed
  OriginId origin = 0;
};
struct PlaceEntry {
  std::uint32_t key = 0;     // instruction and stack of the caller, mixed
  std::uint32_t number = 0;  // from 0, as they come; kNoPlace for all that come later
};
inline constexpr std::uint32_t kNoPlace = 62;
struct OriginRow {
  ContextId set = 0;                   // of locks; 0: nobody's
  OriginId origin[kNoPlace + 1] = {};  // of the place with this number; 0: not known, and always of kNoPlace
};
struct OriginCache {
  static constexpr std::size_t kOrigins = 1 << 14, kPlaces = 1 << 11, kRows = 1 << 9;
  OriginCacheEntry origin[kOrigins];
  PlaceEntry place[kPlaces];
  OriginRow row[kRows];
  std::uint32_t places = 0;  // with a number of their own
};

struct Thread {
  Epoch epoch = 0;
  Clock clock;
  Frame* frames = nullptr;
  std::uint32_t depth = 0;
  std::uint32_t verified = 0;  // frames below are as they were when their contexts were last asked for
  std::uint32_t busy = 0;      // inside the runtime: hooks do nothing, signals are put off
  std::uint32_t ignore = 0;    // inside a region the user trusts
  // Those that wait in `signals`, a ring: handlers add at the end, whoever delivers takes from the front.
  std::uint32_t first_signal = 0, end_of_signals = 0;

  std::uint32_t number = 0;  // in Channel::thread, never used again
  std::uint32_t slot = 0;
  std::uint32_t segment = 0;  // in Channel::segment
  Epoch born = 0;             // its first epoch: earlier ones of the slot were another thread's
  std::uint64_t version = 0;  // changes whenever another slot's entry of `clock` does
  Clock release_fence;        // what a relaxed store publishes
  Clock acquire_fence;        // what relaxed loads read and no fence has taken up yet

  Held* held = nullptr;
  std::uint32_t held_count = 0, held_capacity = 0;
  ContextId held_set = 0;           // 0: `held` has changed since
  OriginRow* origin_row = nullptr;  // of the set of locks held; null: not known

  Chunk* chunk = nullptr;
  std::uint64_t chunk_used = 0;  // words
  std::uint64_t chunk_index = 0;
  // The last access recorded, if it was the last record: its header without the size (0: it was not), its end and bytes.
  std::uint64_t run_header = 0, run_end = 0, run_bytes = 0;

  // The lock it blocks on without a time limit; it and what follows under the lock of all waits.
  struct Object* waits_for = nullptr;
  bool waits_shared = false;
  std::uint64_t walk = 0;  // the last one that came here
  Origin waits_origin;
  std::uint64_t accesses = 0;
  std::uint64_t samples = 0;

  std::uint64_t pthread = 0;  // its pthread_t; under the registry's lock
  Thread* next = nullptr;     // in the registry's lists
  bool finished = false, detached = false, joined = false;
  int destructor_rounds = 0;
  void* (*start)(void*) = nullptr;
  int (*start_c11)(void*) = nullptr;  // instead of `start`: created by thrd_create
  void* argument = nullptr;
  sigset_t signal_mask{};        // blocked for the program, before the thread's creation blocked all
  bool restore_signals = false;  // once the thread is known
  Thread* creator = nullptr;
  std::uint64_t stack_low = 0, stack_high = 0;

  struct Quarantine {
    void *oldest = nullptr, *newest = nullptr;
    std::uint64_t bytes = 0, blocks = 0;
  } quarantine;

  struct Signal {
    int number = 0;
    unsigned char info[128];
  };
  Signal* signals = nullptr;
  char* alternate_stack = nullptr;
  int raising = 0;  // the signal that it is sending itself
  struct HandlerFrame {
    int number = 0;  // 0: in no handler of a signal that can come at any time
    std::uint64_t frame = 0;
  } handler;

  struct Perturbed* perturbed = nullptr;  // where threads are delayed (perturb.h)
  ContextCacheEntry* context_cache = nullptr;
  OriginCache* origin_cache = nullptr;
  struct ToldRange* told_ranges = nullptr;
  std::uint64_t forgotten = 0;  // so often it freed memory, or had its accesses forgotten
  std::uint64_t once_control[2] = {};
};

extern __thread Thread* self __attribute__((tls_model("initial-exec")));

// No slot: an entry that no access leaves.
inline constexpr Epoch kNever = Epoch{0x7ffd} << kSlotShift;
// All that the quick check of an access reads of its thread: `epoch`, or kNever where there is no thread and
// where every access is wanted.
// Code that clang instrumented reads it too (compile/clang/quick_check.cpp).
extern __thread Epoch probe __asm__("heddle_runtime_probe")
    __attribute__((tls_model("initial-exec"), visibility("default")));
void become(Thread* thread);  // the calling thread is this one from now on, or none

// A new thread's clock: it knows what its creator knows (null: nobody), and its own epochs of `slot` begin at
// `first`. False: no memory.
bool start_clock(Thread& thread, std::uint32_t slot, Epoch first, const Clock* known);
// A new epoch: what the thread does from now on is not in what it published so far.
void tick(Thread& thread);
// The thread learns what `published` knows.
void learn(Thread& thread, const Clock& published);
void know_epoch(Thread& thread, Epoch epoch);  // and all earlier ones of its slot

// The thread's call stack becomes the first `depth` frames and this one.
inline void enter_frame(Thread& thread, std::uint32_t depth, std::uint64_t caller,
                        std::uint64_t stack_pointer) {
  Frame& frame = thread.frames[depth];
  if (frame.caller != caller) frame = {caller, 0, 0, 0};
  frame.stack_pointer = stack_pointer;
  if (thread.verified > depth) thread.verified = depth;
  thread.depth = depth + 1;
}

// While it lives the thread's hooks do nothing and its signals wait.
class Busy {
 public:
  explicit Busy(Thread& thread) : thread_(thread) {
    ++thread_.busy;
    asm volatile("" ::: "memory");
  }
  ~Busy() {
    asm volatile("" ::: "memory");
    if (--thread_.busy == 0 && thread_.first_signal != thread_.end_of_signals) [[unlikely]]
      deliver();
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  void deliver();
  Thread& thread_;
};

}  // namespace heddle::runtime
