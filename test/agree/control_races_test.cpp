// SPDX-License-Identifier: Apache-2.0
// The race detection of `heddle check` (runtime/control/happens_before.cpp) against the closure of
// happens-before.
//
// Fast: vector clocks of threads and objects, words of eight bytes that forget what a later access stands for.
// Slow: every pair of accesses, by definition. Random executions are played on both; what is around the
// detection is replaced here, and objects do what the hooks have them do. What must hold: the first access of an
// execution that races is the same for both, and what it is reported to race with is such an access.
//
// Left out: allocation (control gives no memory twice) and barriers (their rounds are the hooks' own); notify,
// which orders nothing there; Java's volatile; atomics of overlapping pieces of memory.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <random>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include "agree/closure.h"
#include "random/execution.h"
#include "runtime/control/turns.h"
#include "runtime/control/waypoints.h"
#include "runtime/control/world.h"

namespace heddle::control {

namespace {
std::optional<Thread> reported;  // the other thread of the first race
}

// The detection's surroundings.
World world;
void* map_apart(std::size_t bytes) {
  return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}
Place here(Action, std::uint64_t, std::uint32_t, const void*) { return {}; }
Place place_of(const Controlled&, Action, std::uint64_t, std::uint32_t, const void*) { return {}; }
// Nobody looks at the clock here, and no call draws random bytes.
std::uint32_t times_told_in = ~0U;
void learn_times(Controlled&, const Controlled&, std::uint32_t) {}
void touch(const void*, std::size_t, bool, const void*) {}
void fail(FailureKind, const char*, std::uint64_t, std::uint32_t, const Place* places, std::size_t) {
  if (!reported) reported = places[0].thread;
}
void doubt(Doubt, const char*) { std::abort(); }
void cut(Doubt, const char*) { std::abort(); }
// No execution goes on from the midst of another.
bool keeping = false;
std::uint64_t waypoint_number = 0;
Kept keepsake;
void keep(const volatile void*, std::uint64_t) { std::abort(); }
void keep_object_now(Object&) { std::abort(); }
void keep_clock_now(const Clock&) { std::abort(); }
void forget_waypoints() {}
Object* recent_objects[kRecentObjects];
Object& object_of_key(std::uint64_t) { std::abort(); }
SharedLock::SharedLock() = default;
SharedLock::~SharedLock() = default;

void watch_fence() {}  // nobody asks for robustness here
void refresh_clock(Controlled&) { std::abort(); }

}  // namespace heddle::control

namespace heddle::agree {
namespace {

using control::Controlled;
using control::world;
using event::Event;
using event::Operation;
using Events = std::vector<Event>;

Events that_control_has(Events events) {
  constexpr std::uint64_t kPieces = 0xFF8, kEnd = kPieces + 64;
  std::erase_if(events, [](const Event& event) {
    switch (event.operation) {
      case Operation::alloc:
      case Operation::arrive:
      case Operation::leave:
      case Operation::notify:
      case Operation::notify_all:
        return true;
      default:
        return event::is_atomic(event.operation) && event.target >= kPieces && event.target < kEnd;
    }
  });
  for (Event& event : events)
    if (event.order == event::MemoryOrder::java_volatile) event.order = event::MemoryOrder::seq_cst;
  return events;
}

class Player {
 public:
  explicit Player(std::size_t threads) {
    if (world.shared == nullptr)
      world.shared = static_cast<control::Shared*>(control::map_apart(sizeof(control::Shared)));
    world.shared->paths_count = static_cast<std::uint32_t>(threads);
    world.shared->racy_count = 0;
    ++world.generation;
    control::forget_accesses();
    for (std::size_t i = 0; i < threads; ++i) {
      if (world.all[i] == nullptr)
        world.all[i] = static_cast<Controlled*>(control::map_apart(sizeof(Controlled)));
      Controlled& thread = *world.all[i];
      thread.number = static_cast<control::Thread>(i);
      thread.has_release_fence = thread.has_acquire_fence = false;
      std::fill_n(thread.clock.at, threads, 0);
      thread.clock.at[i] = 1;
    }
    for (auto& [key, object] : objects_) object.published_any = object.shared_any = false;
    control::reported.reset();
  }
  void play(const Event& event) {
    Controlled& self = *world.all[event.thread.number()];
    world.current = &self;
    const int order = static_cast<int>(event.order);
    switch (event.operation) {
      case Operation::read:
      case Operation::write:
        control::access(event.target, event.extent, event.operation == Operation::write, false, nullptr);
        break;
      case Operation::free:
        control::access_by_free(event.target, event.extent, nullptr);
        break;
      case Operation::atomic_load:
      case Operation::atomic_store:
      case Operation::atomic_rmw: {
        const bool reads = event.operation != Operation::atomic_store;
        const bool writes = event.operation != Operation::atomic_load;
        control::access_atomic(object('v', event.target), event.target, event.extent, order, reads, writes,
                               nullptr);
        break;
      }
      case Operation::fence:
        control::fence(order);
        break;
      case Operation::acquire:
      case Operation::acquire_shared:
        take(self, object('l', event.target), event.operation == Operation::acquire);
        break;
      case Operation::release:
        control::publish(self, object('l', event.target), false);
        break;
      case Operation::release_shared:
        control::publish_shared(self, object('l', event.target));
        break;
      case Operation::wait:
        if (event.lock().exists()) control::publish(self, object('l', event.lock().number()), false);
        break;
      case Operation::wake:
        if (event.lock().exists()) take(self, object('l', event.lock().number()), true);
        break;
      case Operation::fork:
        control::inherit(self, *world.all[event.other().number()]);
        break;
      case Operation::join:
        control::acquire_from(self, &world.all[event.other().number()]->clock);
        break;
      case Operation::send:
        control::publish(self, object('m', event.target), true);
        break;
      case Operation::receive:
        take(self, object('m', event.target), false);
        break;
      default:
        break;
    }
  }

 private:
  control::Object& object(char kind, std::uint64_t number) { return objects_[{kind, number}]; }
  static void take(Controlled& self, const control::Object& object, bool exclusively) {
    if (object.published_any) control::acquire_from(self, object.published);
    if (exclusively && object.shared_any) control::acquire_from(self, object.shared);
  }

  // Their clocks are never given back: the next player has the same objects.
  static inline std::map<std::pair<char, std::uint64_t>, control::Object> objects_;
};

struct First {
  std::size_t second = 0;  // the event that races first, or how many there are
  std::optional<control::Thread> other;
};
First by_control(const Events& events, std::size_t threads) {
  Player player(threads);
  for (std::size_t i = 0; i < events.size(); ++i) {
    player.play(events[i]);
    if (control::reported) return {i, control::reported};
  }
  return {events.size(), {}};
}

// Whether control says what the closure does.
bool agree(const Events& events, std::size_t threads) {
  std::size_t expected = events.size();
  for (const Race& race : races(events, detect::Discipline::shared_reads))
    expected = std::min<std::size_t>(expected, race.second);
  const First found = by_control(events, threads);
  if (found.second != expected) return false;
  if (!found.other) return true;
  // It names a thread that made a conflicting access before, which nothing orders.
  const auto ordered = happens_before(events);
  const Event& second = events[found.second];
  const auto writes = [](Operation operation) {
    return operation != Operation::read && operation != Operation::atomic_load;
  };
  for (std::size_t i = 0; i < found.second; ++i) {
    const Event& first = events[i];
    const bool is_access = event::target_kind(first.operation) == event::TargetKind::variable;
    if (!is_access || first.thread.number() != *found.other || ordered[i][found.second]) continue;
    if (!writes(first.operation) && !writes(second.operation)) continue;
    if (event::is_atomic(first.operation) && event::is_atomic(second.operation)) continue;
    if (first.target < second.target + second.extent && second.target < first.target + first.extent)
      return true;
  }
  return false;
}

TEST(ControlRaces, AreThoseOfTheClosure) {
  std::size_t racy = 0, clean = 0;
  for (std::uint64_t seed = 1; seed <= 20000; ++seed) {
    std::mt19937_64 random(seed);
    const random::Shape shape = random::random_shape(random);
    const random::Execution execution = random::random_execution(shape, random);
    const Events events = that_control_has(execution.events);
    (races(events, detect::Discipline::shared_reads).empty() ? clean : racy) += 1;
    if (agree(events, shape.threads)) continue;
    const Events small =
        random::shrink(events, [&](const Events& some) { return !agree(some, shape.threads); });
    const First found = by_control(small, shape.threads);
    FAIL() << "differs on seed " << seed << ", shrunk to\n"
           << random::text(execution.names, small) << "expected:\n"
           << text(races(small, detect::Discipline::shared_reads)) << "found: event " << found.second;
  }
  EXPECT_GT(racy, 5000U);
  EXPECT_GT(clean, 1000U);
}

}  // namespace
}  // namespace heddle::agree
