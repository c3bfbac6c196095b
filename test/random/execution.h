// SPDX-License-Identifier: Apache-2.0
// A short execution in memory, and the rules that make it one: what a generator may append and a shrinker may
// leave out.
#pragma once

#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "event/event.h"
#include "event/names.h"

namespace heddle::random {

struct Execution {
  event::Names names;
  std::vector<event::Event> events;
};

// Which events are possible next. A thread that is never forked runs from the start.
class Possible {
 public:
  // Whether the event can happen now; if so it does.
  bool happens(const event::Event& event);
  bool is_free(event::LockId lock) { return locks_[lock].free(); }

 private:
  struct Lock {
    event::ThreadId holder;
    std::set<event::ThreadId> sharers;
    bool free() const { return !holder.exists() && sharers.empty(); }
  };
  std::set<event::ThreadId> seen_;    // has acted, or was forked
  std::set<event::ThreadId> forked_;  // or joined: cannot be forked any more
  std::set<event::ThreadId> ended_;   // joined
  std::map<event::LockId, Lock> locks_;
  std::map<event::ThreadId, event::Event> waiting_;
  std::set<event::MessageId> sent_;
  std::set<std::pair<event::ThreadId, event::BarrierId>> arrived_;  // and has not left
};
bool possible(const std::vector<event::Event>& events);

// How random executions look. Operations are drawn by weight.
struct Shape {
  std::size_t threads = 3;
  std::size_t events = 30;
  std::size_t locks = 2;
  std::size_t variables = 2;  // known by name, of eight bytes
  std::size_t bytes = 0;      // of real memory, accessed in overlapping pieces
  std::size_t conditions = 1;
  std::size_t barriers = 1;
  std::size_t messages = 2;
  bool tries = false;  // some acquires are tries
  std::vector<std::pair<event::Operation, unsigned>> weights;
};
Shape random_shape(std::mt19937_64& random);
Execution random_execution(const Shape& shape, std::mt19937_64& random);

// The smallest execution found by leaving out events that is possible and still fails.
std::vector<event::Event> shrink(std::vector<event::Event> events,
                                 const std::function<bool(const std::vector<event::Event>&)>& fails);
std::string text(const event::Names& names, const std::vector<event::Event>& events);

}  // namespace heddle::random
