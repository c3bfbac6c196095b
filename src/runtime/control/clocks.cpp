// SPDX-License-Identifier: Apache-2.0
// Who knows what of whom, by C11's happens-before.
//
// Threads and objects have vector clocks. A lock's release publishes the thread's clock; an acquire takes it
// up. A store replaces what its atomic publishes (a relaxed one by what the last release fence published), a
// read-modify-write adds to it: it continues the release sequence. A relaxed load keeps what it read for the
// next acquire fence. Each of these costs as much as there are threads.
#include "base/fours.h"
#include "runtime/control/happens_before.h"
#include "runtime/control/recent_accesses.h"
#include "runtime/control/robustness.h"
#include "runtime/control/weak_memory.h"
#include "runtime/control/world.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

// C11 orders as compilers number them.
constexpr int kConsume = 1, kAcquire = 2, kRelease = 3, kAcqRel = 4, kSeqCst = 5;
bool acquires(int order) { return order == kConsume || order == kAcquire || order >= kAcqRel; }
bool releases(int order) { return order >= kRelease && order <= kSeqCst; }

Clock* new_clock() {
  struct Apart {
    Clock clock;
    char line[192];  // the next one's first entries are in other lines of the cache
  };
  static Apart* block = nullptr;
  static std::size_t left = 0;
  if (left == 0) {
    left = 64;
    block = static_cast<Apart*>(runtime::raw_map(left * sizeof(Apart)));
  }
  --left;
  return &(block++)->clock;
}
// Entries of threads that no execution has had are zero in every clock.
static_assert(kMaxThreads % 4 == 0);
void copy(Clock& into, const Clock& from) {
  into.time = from.time;
  base::copy_fours(into.at, from.at, world.shared->paths_count);
}
void join(Clock& into, const Clock& from) {
  if (into.time < from.time) into.time = from.time;
  base::join_fours(into.at, from.at, world.shared->paths_count);
}
void join_or_copy(bool joining, bool any, Clock& into, const Clock& from) {
  if (joining && any)
    join(into, from);
  else
    copy(into, from);
}

}  // namespace

void tick(Controlled& thread) { ++thread.clock.at[thread.number]; }
void acquire_from(Controlled& thread, const Clock* published) {
  if (world.memory == nullptr) return join(thread.clock, *published);
  if (thread.clock.time < published->time) thread.clock.time = published->time;  // the rest it knows
}
void leave_clock(const Controlled& thread, Object& object, bool joining) {
  if (object.published == nullptr) object.published = new_clock();
  keep_clock(*object.published);
  join_or_copy(joining, object.published_any, *object.published, thread.clock);
  object.published_any = true;
}
void publish(Controlled& thread, Object& object, bool joining) {
  if (world.memory != nullptr) return;  // it knows
  leave_clock(thread, object, joining);
  tick(thread);
}

void publish_shared(Controlled& thread, Object& object) {
  if (world.memory != nullptr) return;  // it knows
  if (object.shared == nullptr) object.shared = new_clock();
  keep_clock(*object.shared);
  join_or_copy(true, object.shared_any, *object.shared, thread.clock);
  object.shared_any = true;
  tick(thread);
}

void access_atomic(Object& object, std::uint64_t address, std::uint64_t size, int memory_order, bool reads,
                   bool writes, const void* pc) {
  Controlled& self = *world.current;
  memory_order &= 7;
  if (reads) meet_time(self.clock, object, false);
  if (reads && object.published_any) {
    if (acquires(memory_order)) {
      join(self.clock, *object.published);
    } else {
      keep_clock(self.acquire_fence);
      join_or_copy(true, self.has_acquire_fence, self.acquire_fence, *object.published);
      self.has_acquire_fence = true;
    }
  }
  // What it reads from happens before it; what it publishes includes it.
  if (!renewed_again(self, address, size, writes, pc)) access(address, size, writes, true, pc);
  if (!writes) return;
  if (releases(memory_order)) {
    publish(self, object, reads);
  } else if (self.has_release_fence) {
    if (object.published == nullptr) object.published = new_clock();
    keep_clock(*object.published);
    join_or_copy(reads, object.published_any, *object.published, self.release_fence);
    object.published_any = true;
  } else if (!reads) {
    object.published_any = false;
  }
}

void fence(int memory_order) {
  Controlled& self = *world.current;
  memory_order &= 7;
  if (memory_order == 0) return;  // it orders nothing
  if (world.memory != nullptr) {
    world.shared->weak_met = true;
    world.memory->fence(self.number, static_cast<MemoryOrder>(memory_order));
    refresh_clock(self);
    return;
  }
  if (is_watched() && memory_order == __ATOMIC_SEQ_CST) [[unlikely]]
    watch_fence();
  if (acquires(memory_order) && self.has_acquire_fence) join(self.clock, self.acquire_fence);
  if (releases(memory_order)) {
    keep_clock(self.release_fence);
    copy(self.release_fence, self.clock);
    self.has_release_fence = true;
    tick(self);
  }
}

void inherit(Controlled& from, Controlled& to) {
  acquire_from(to, &from.clock);
  if (world.memory == nullptr) tick(from);
}

}  // namespace heddle::control
