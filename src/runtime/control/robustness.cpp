// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/robustness.h"

#include <cstring>

#include "runtime/control/library_waits.h"
#include "runtime/control/objects.h"
#include "runtime/control/turns.h"

namespace heddle::control {
namespace {

constexpr int kSeqCst = 5;

// ---- memory of one execution: all of it is forgotten at once ----

class Store {
 public:
  template <class T>
  T* make(std::size_t count) {
    if (generation_ != world.generation) {
      generation_ = world.generation;
      used_ = 0;
    }
    if (memory_ == nullptr) memory_ = static_cast<char*>(map_apart(kBytes));
    const std::size_t bytes = (count * sizeof(T) + 7) / 8 * 8;
    if (used_ + bytes > kBytes) cut(Doubt::cut_execution, "more atomic operations than can be watched");
    used_ += bytes;
    return reinterpret_cast<T*>(memory_ + used_ - bytes);
  }

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 34;  // of address space
  char* memory_ = nullptr;
  std::size_t used_ = 0;
  std::uint32_t generation_ = 0;
};
Store store;

struct Times {  // a vector clock; entries beyond are 0
  std::uint32_t* at = nullptr;
  std::uint32_t size = 0;

  std::uint32_t of(Thread thread) const { return thread < size ? at[thread] : 0; }
  void reserve(std::uint32_t wanted) {
    if (wanted <= size) return;
    std::uint32_t wider = size == 0 ? 4 : size;
    while (wider < wanted) wider *= 2;
    auto* grown = store.make<std::uint32_t>(wider);
    for (std::uint32_t i = 0; i < wider; ++i) grown[i] = of(i);
    at = grown;
    size = wider;
  }
  std::uint32_t tick(Thread thread) {
    reserve(thread + 1);
    return ++at[thread];
  }
  void join(const Times& other) {
    reserve(other.size);
    for (std::uint32_t i = 0; i < other.size; ++i) at[i] = at[i] < other.at[i] ? other.at[i] : at[i];
  }
};

struct Step {  // of a thread, at one location
  Thread thread;
  std::uint32_t happened;  // its time of happens-before, of the order of everything, of seq_cst operations
  std::uint32_t came;
  std::uint32_t agreed;  // 0: it is no seq_cst write
  std::uint32_t fence;   // of its thread's seq_cst fences, the next one
  std::uint32_t rank;    // of the write it made or read; the initial one's is 0
  bool writes, modifies;
  std::uint64_t value;  // that it wrote
};

struct Location {
  std::uint32_t generation = 0;
  std::uint8_t owner[8] = {};  // of each byte of the word here: which atomic, by its offset and size
  bool seq_cst_last = false;   // the newest write is
  std::uint32_t rank = 0;      // of the newest write
  std::uint64_t initial = 0, newest = 0;  // values
  Step* steps = nullptr;
  std::uint32_t count = 0, room = 0;
  Times written, touched;                // by any visible operation
  Times agreed_written, agreed_touched;  // by seq_cst operations
  Times fenced_written, fenced_touched;  // behind seq_cst fences
  Times woken, told;  // of a queue: what its wakers did, and what happens before that of others
};
struct Watched {  // thread
  std::uint32_t generation = 0;
  Times came, agreed;
  Times fenced;   // the seq_cst fences before its last one, and that one
  Times pending;  // before its next one
  // The last futex it waited for, and what came before the wake-ups that came before: it knows this of the word alone.
  const Location* word = nullptr;
  Times woken, told;
};

Location& location_of(std::uint32_t number) {
  static auto* all = static_cast<Location*>(map_apart(Shared::kObjects * sizeof(Location)));
  Location& location = all[number];
  if (location.generation != world.generation) {
    location = Location();
    location.generation = world.generation;
  }
  return location;
}
Watched& watched(Thread thread) {
  static auto* all = static_cast<Watched*>(map_apart(kMaxThreads * sizeof(Watched)));
  if (all[thread].generation != world.generation) {
    all[thread] = Watched();
    all[thread].generation = world.generation;
  }
  return all[thread];
}
Location& location_at(std::uint64_t address) {
  return location_of(object_at(reinterpret_cast<const void*>(address)).number);
}

// Does another atomic have some of these bytes?
bool overlaps(const WatchedAtomic& operation) {
  bool found = false;
  const auto width = static_cast<unsigned>(__builtin_ctz(operation.size));
  for (std::uint64_t at = operation.address; at < operation.address + operation.size; ++at) {
    const std::uint64_t word = at & ~std::uint64_t{7};
    const auto offset = static_cast<unsigned>(operation.address + 16 - word);
    const auto mine = static_cast<std::uint8_t>(offset << 3 | width);
    std::uint8_t& owner = location_at(word).owner[at & 7];
    found |= owner != 0 && owner != mine;
    owner = mine;
  }
  return found;
}

// The least rank that the thread must use: what it knows of, by one order or another.
struct Bounds {
  std::uint32_t weak = 0, strong = 0;
};
Bounds bounds_at(const Location& location, const Controlled& self, const Watched& watcher, bool seq_cst) {
  Bounds bounds;
  bool has_strong = false;
  for (std::uint32_t i = location.count; i-- > 0;) {
    const Step& step = location.steps[i];
    const bool own = step.thread == self.number;
    if (!has_strong && (own || step.came <= watcher.came.of(step.thread))) {
      bounds.strong = step.rank;
      has_strong = true;
    }
    const bool known =
        own || step.happened <= self.clock.at[step.thread] || step.fence <= watcher.fenced.of(step.thread) ||
        (watcher.word == &location && step.writes &&
         (step.came <= watcher.woken.of(step.thread) || step.happened <= watcher.told.of(step.thread))) ||
        (seq_cst && step.agreed != 0 && step.agreed <= watcher.agreed.of(step.thread));
    if (!known) continue;
    bounds.weak = step.rank;
    break;
  }
  return bounds;
}

// Could it use a write from `weak` on, before `strong`?
bool could_use_older(const Location& location, const Bounds& bounds, const WatchedAtomic& operation,
                     bool may_modify) {
  if (bounds.weak >= bounds.strong) return false;
  if (!operation.guarded && !may_modify && operation.reads) return true;
  // Before which write it would come, from the newest on: value and kind of the one after each.
  bool after_modifies = false, has_after = false;
  const auto can_use = [&](std::uint64_t value) {
    if (operation.guarded && (operation.size > 8 || value != operation.expected)) return true;  // it fails
    return has_after && !after_modifies;
  };
  for (std::uint32_t i = location.count; i-- > 0;) {
    const Step& step = location.steps[i];
    if (!step.writes) continue;
    if (step.rank < bounds.weak) return false;
    if (step.rank < bounds.strong && can_use(step.value)) return true;
    after_modifies = step.modifies;
    has_after = true;
  }
  return bounds.weak == 0 && can_use(location.initial);
}

void add_step(Location& location, const Step& step) {
  if (location.count == location.room) {
    const std::uint32_t room = location.room == 0 ? 8 : location.room * 2;
    auto* grown = store.make<Step>(room);
    if (location.count > 0) std::memcpy(grown, location.steps, location.count * sizeof(Step));
    location.steps = grown;
    location.room = room;
  }
  location.steps[location.count++] = step;
}

void watch_at(Location& location, const WatchedAtomic& operation, std::uint64_t before, std::uint64_t after) {
  Controlled& self = *world.current;
  Watched& watcher = watched(self.number);
  if (location.count > 0 && before != location.newest) {
    // Plain code wrote it: after all that was done to it, and before all that will be, or there is a race.
    location.count = location.rank = 0;
    location.seq_cst_last = false;
  }
  if (location.count == 0) location.initial = before;
  location.newest = after;
  const bool modifies = operation.reads && (operation.writes || operation.guarded);
  if (location.count > 0 &&
      could_use_older(location, bounds_at(location, self, watcher, operation.all_seq_cst), operation,
                      modifies))
    world.shared->beyond_sc = true;
  Step step{.thread = self.number,
            .happened = self.clock.at[self.number],
            .came = watcher.came.of(self.number) + 1,
            .agreed = 0,
            .fence = watcher.fenced.of(self.number) + 1,
            .rank = location.rank,
            .writes = operation.writes,
            .modifies = operation.writes && operation.reads,
            .value = after};
  if (operation.writes) step.rank = ++location.rank;
  if (operation.order == kSeqCst) {
    // A read of a write that is not seq_cst is not ordered after the seq_cst ones before it.
    if (operation.writes || location.seq_cst_last) watcher.agreed.join(location.agreed_written);
    if (operation.writes) watcher.agreed.join(location.agreed_touched);
    const std::uint32_t time = watcher.agreed.tick(self.number);
    if (operation.writes) {
      step.agreed = time;
      location.agreed_written.join(watcher.agreed);
    }
    location.agreed_touched.join(watcher.agreed);
  }
  if (operation.writes) location.seq_cst_last = operation.order == kSeqCst;
  watcher.pending.join(operation.writes ? location.fenced_touched : location.fenced_written);
  location.fenced_touched.join(watcher.fenced);
  if (operation.writes) location.fenced_written.join(watcher.fenced);
  add_step(location, step);
}

void watch_whole(const WatchedAtomic& operation) {
  if (!world.shared->mixed_watched) {
    world.shared->mixed_seen |= overlaps(operation);
    watch_at(location_at(operation.address), operation, operation.before, operation.after);
    return;
  }
  for (unsigned i = 0; i < operation.size; ++i) {
    WatchedAtomic part = operation;
    const auto byte = [&](std::uint64_t value) { return i < 8 ? value >> (8 * i) & 0xFF : 0; };
    part.expected = byte(operation.expected);
    watch_at(location_at(operation.address + i), part, byte(operation.before), byte(operation.after));
  }
}

}  // namespace

void watch_atomic(const WatchedAtomic& operation) {
  Shared& shared = *world.shared;
  if (!operation.all_seq_cst) shared.weak_seen = true;
  if (shared.weak_watched && !counts_waiters(operation.address)) watch_whole(operation);
}

void watch_fence() {
  if (!world.shared->weak_watched) return;
  const Thread self = world.current->number;
  Watched& watcher = watched(self);
  watcher.fenced.join(watcher.pending);
  watcher.fenced.tick(self);
}

void watch_performed(const Operation& operation) {
  if (!world.shared->weak_watched) return;
  const Thread self = world.current->number;
  Times& mine = watched(self).came;
  mine.tick(self);
  for (const Access& access : operation.touched()) {
    const Location& location = location_of(access.object);
    mine.join(access.write ? location.touched : location.written);
  }
  for (const Access& access : operation.touched()) {
    Location& location = location_of(access.object);
    location.touched.join(mine);
    if (access.write) location.written.join(mine);
  }
}

void watch_begin(const Operation& operation) {
  if (!world.shared->weak_watched) return;
  Times& mine = watched(world.current->number).came;
  for (std::size_t i = 1; i < operation.count; ++i)
    if (!operation.accesses[i].write) mine.join(location_of(operation.accesses[i].object).written);
}

void watch_order(Thread earlier, Thread later) {
  if (!world.shared->weak_watched) return;
  watched(later).came.join(watched(earlier).came);
}

void watch_wake(const Object& queue) {
  if (!world.shared->weak_watched) return;
  const Thread self = world.current->number;
  Location& location = location_of(queue.number);
  location.woken.reserve(self + 1);
  location.woken.at[self] = watched(self).came.of(self);
  location.told.reserve(world.shared->paths_count);
  for (Thread other = 0; other < world.shared->paths_count; ++other)
    if (other != self && location.told.at[other] < world.current->clock.at[other])
      location.told.at[other] = world.current->clock.at[other];
}

void watch_wait(const Object& queue, std::uint64_t word) {
  if (!world.shared->weak_watched) return;
  Watched& watcher = watched(world.current->number);
  const Location* location = &location_at(word);
  if (watcher.word != location) watcher.woken = watcher.told = {};
  watcher.word = location;
  const Location& place = location_of(queue.number);
  watcher.woken.join(place.woken);
  watcher.told.join(place.told);
  watcher.came.join(place.touched);  // to come to the queue and to look at the word is one step
}

bool wants_another_watch(const Shared& shared) {
  return (shared.weak_seen && !shared.weak_watched) || (shared.mixed_seen && !shared.mixed_watched);
}
void watch_from_now_on(Shared& shared) {
  shared.weak_watched = shared.weak_seen;
  shared.mixed_watched = shared.mixed_seen;
  shared.beyond_sc = false;
}

}  // namespace heddle::control
