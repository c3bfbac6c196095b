// SPDX-License-Identifier: Apache-2.0
#include "agree/closure.h"

#include <map>
#include <optional>

#include <fmt/format.h>

namespace heddle::agree {
namespace {

using event::Event;
using event::MemoryOrder;
using event::Operation;
using Events = std::vector<Event>;
using Matrix = std::vector<std::vector<bool>>;

bool covers(const Event& event, std::uint64_t address) {
  return address >= event.target && address - event.target < event.extent;
}
bool writes_atomically(const Event& event) {
  return event.operation == Operation::atomic_store || event.operation == Operation::atomic_rmw;
}
bool reads_atomically(const Event& event) {
  return event.operation == Operation::atomic_load || event.operation == Operation::atomic_rmw;
}
// One that does not end the release sequences before it.
bool continues_sequence(const Event& event) {
  return event.operation == Operation::atomic_rmw || event.order == MemoryOrder::java_volatile;
}
bool exclusive_release(const Event& event) {
  return event.operation == Operation::release ||
         (event.operation == Operation::wait && event.lock().exists());
}
bool exclusive_acquire(const Event& event) {
  return event.operation == Operation::acquire ||
         (event.operation == Operation::wake && event.lock().exists());
}

// What the atomic read at `read` synchronises with, if it, or a fence after it, acquires: for each write of
// the release sequences it reads from, the write if it releases, else the last release fence before it.
std::vector<std::size_t> publishers(const Events& events, std::size_t read) {
  std::vector<std::size_t> found;
  for (std::size_t i = read; i-- > 0;) {
    const Event& write = events[i];
    if (write.operation == Operation::alloc || write.operation == Operation::free) {
      if (covers(write, events[read].target)) break;
      continue;
    }
    if (!writes_atomically(write) || write.target != events[read].target) continue;
    if (event::releases(write.order)) {
      found.push_back(i);
    } else {
      for (std::size_t fence = i; fence-- > 0;) {
        if (events[fence].thread != write.thread || events[fence].operation != Operation::fence ||
            !event::releases(events[fence].order))
          continue;
        found.push_back(fence);
        break;
      }
    }
    if (!continues_sequence(write)) break;
  }
  return found;
}

// The round of its barrier that each arrive and leave belongs to.
std::vector<std::optional<std::size_t>> rounds(const Events& events) {
  std::vector<std::optional<std::size_t>> round(events.size());
  std::map<event::BarrierId, std::size_t> open;
  std::map<std::pair<event::BarrierId, event::ThreadId>, std::size_t> inside;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.operation == Operation::arrive) {
      round[i] = open[event.barrier()];
      inside[{event.barrier(), event.thread}] = *round[i];
    } else if (event.operation == Operation::leave) {
      const auto arrived = inside.find({event.barrier(), event.thread});
      if (arrived == inside.end()) continue;
      round[i] = arrived->second;
      inside.erase(arrived);
      if (round[i] == open[event.barrier()]) ++open[event.barrier()];
    }
  }
  return round;
}

void add_atomic_edges(const Events& events, Matrix& before) {
  for (std::size_t j = 0; j < events.size(); ++j) {
    if (!reads_atomically(events[j])) continue;
    for (const std::size_t i : publishers(events, j)) {
      if (event::acquires(events[j].order)) {
        before[i][j] = true;
        continue;
      }
      for (std::size_t fence = j + 1; fence < events.size(); ++fence)
        if (events[fence].thread == events[j].thread && events[fence].operation == Operation::fence &&
            event::acquires(events[fence].order))
          before[i][fence] = true;
    }
  }
}

}  // namespace

Matrix happens_before(const Events& events) {
  const std::size_t n = events.size();
  Matrix before(n, std::vector<bool>(n));
  const auto round = rounds(events);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const Event &a = events[i], &b = events[j];
      const bool program_order = a.thread == b.thread;
      const bool fork = a.operation == Operation::fork && a.other() == b.thread;
      const bool join = b.operation == Operation::join &&
                        (b.other() == a.thread ||  // or it did nothing between its start and its end
                         (a.operation == Operation::fork && a.other() == b.other()));
      const bool released = exclusive_release(a) &&
                            (exclusive_acquire(b) || b.operation == Operation::acquire_shared) &&
                            a.lock() == b.lock();
      const bool released_shared =
          a.operation == Operation::release_shared && exclusive_acquire(b) && a.lock() == b.lock();
      const bool barrier = a.operation == Operation::arrive && b.operation == Operation::leave &&
                           a.barrier() == b.barrier() && round[i] == round[j];
      const bool message =
          a.operation == Operation::send && b.operation == Operation::receive && a.message() == b.message();
      if (program_order || fork || join || released || released_shared || barrier || message)
        before[i][j] = true;
    }
  }
  add_atomic_edges(events, before);
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < k; ++i)
      if (before[i][k])
        for (std::size_t j = k + 1; j < n; ++j)
          if (before[k][j]) before[i][j] = true;
  return before;
}

std::vector<Race> races(const Events& events, detect::Discipline discipline) {
  const Matrix before = happens_before(events);
  const auto conflict = [&](const Event& a, const Event& b) {
    if (a.thread == b.thread || !event::is_access(a.operation)) return false;
    if (event::is_atomic(a.operation) && event::is_atomic(b.operation)) return false;
    if (discipline == detect::Discipline::exclusive) return true;
    if (discipline == detect::Discipline::writes_first) return event::writes(a.operation);
    return event::writes(a.operation) || event::writes(b.operation);
  };
  struct Byte {
    bool raced = false;
    std::size_t since = 0;
  };
  std::map<std::uint64_t, Byte> bytes;
  std::vector<Race> found;
  for (std::size_t j = 0; j < events.size(); ++j) {
    const Event& second = events[j];
    if (second.operation != Operation::alloc && !event::is_access(second.operation)) continue;
    std::optional<Race> race;
    for (std::uint64_t address = second.target; address < second.target + second.extent; ++address) {
      Byte& byte = bytes[address];
      if (second.operation == Operation::alloc) {
        byte = {false, j};
        continue;
      }
      if (byte.raced) continue;
      for (std::size_t i = j; i-- > byte.since;) {
        if (!conflict(events[i], second) || !covers(events[i], address) || before[i][j]) continue;
        byte.raced = true;
        if (!race) race = Race{i, j, address};
        race->first = std::max<event::Position>(race->first, i);
        break;
      }
    }
    if (race) found.push_back(*race);
  }
  return found;
}

std::string text(const std::vector<Race>& races) {
  std::string words;
  for (const Race& race : races)
    words += fmt::format("{} and {} at {:#x}\n", race.first, race.second, race.address);
  return words.empty() ? "none\n" : words;
}

}  // namespace heddle::agree
