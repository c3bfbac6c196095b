// SPDX-License-Identifier: Apache-2.0
// Random posets as lists of events with direct predecessors: easy to shrink, and to check by definition,
// without clocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "order/poset.h"

namespace heddle::random {

struct PosetSketch {
  struct Event {
    std::size_t process = 0;
    std::vector<std::size_t> after;  // earlier events of the sketch
  };
  std::size_t processes = 1;
  std::vector<Event> events;

  order::Poset build() const {
    order::PosetBuilder builder;
    for (std::size_t p = 0; p < processes; ++p) builder.add_process(event::ThreadId(p));
    std::vector<order::EventRef> refs;
    for (const Event& e : events) {
      std::vector<order::EventRef> after;
      for (std::size_t other : e.after) after.push_back(refs[other]);
      refs.push_back(builder.add(e.process, after, refs.size()));
    }
    return std::move(builder).build();
  }

  std::vector<order::EventRef> refs() const {
    std::vector<order::EventRef> result;
    std::vector<order::Index> lengths(processes, 0);
    for (const Event& e : events) {
      result.push_back({static_cast<std::uint32_t>(e.process), ++lengths[e.process]});
    }
    return result;
  }

  // By definition: every direct predecessor of a done event is done.
  bool consistent(const order::State& state) const {
    const std::vector<order::EventRef> all = refs();
    for (std::size_t k = 0; k < events.size(); ++k) {
      if (all[k].index > state[all[k].process]) continue;
      for (std::size_t other : events[k].after) {
        if (all[other].index > state[all[other].process]) return false;
      }
    }
    return true;
  }

  // Every vector of digits between low and high, in lexical order, filtered by consistency.
  std::vector<order::State> states(const order::State& low, const order::State& high) const {
    std::vector<order::State> result;
    order::State state = low;
    while (true) {
      if (consistent(state)) result.push_back(state);
      std::size_t d = processes;
      while (d > 0 && state[d - 1] == high[d - 1]) --d;
      if (d == 0) return result;
      ++state[d - 1];
      for (; d < processes; ++d) state[d] = low[d];
    }
  }
  order::State top() const {
    order::State result(processes, 0);
    for (const Event& e : events) ++result[e.process];
    return result;
  }
  std::vector<order::State> states() const { return states(order::State(processes, 0), top()); }

  std::string text() const {
    std::string result = std::to_string(processes) + " processes:";
    for (std::size_t k = 0; k < events.size(); ++k) {
      result += " #" + std::to_string(k) + "=p" + std::to_string(events[k].process);
      for (std::size_t other : events[k].after) result += "<#" + std::to_string(other);
    }
    return result;
  }

  PosetSketch without(std::size_t gone) const {
    PosetSketch result{.processes = processes};
    for (std::size_t k = 0; k < events.size(); ++k) {
      if (k == gone) continue;
      Event e{.process = events[k].process};
      for (std::size_t other : events[k].after) {
        if (other != gone) e.after.push_back(other - (other > gone ? 1 : 0));
      }
      result.events.push_back(e);
    }
    return result;
  }
};

using Random = std::mt19937_64;
inline std::size_t below(Random& dice, std::size_t bound) {
  return std::uniform_int_distribution<std::size_t>(0, bound - 1)(dice);
}

// `messages`: chance in percent that an event comes after one of another process; sometimes after several.
inline PosetSketch random_sketch(Random& dice, std::size_t processes, std::size_t events,
                                 std::size_t messages) {
  PosetSketch result{.processes = processes};
  for (std::size_t k = 0; k < events; ++k) {
    PosetSketch::Event e{.process = below(dice, processes)};
    while (k > 0 && below(dice, 100) < messages) e.after.push_back(below(dice, k));
    result.events.push_back(e);
  }
  return result;
}

// The smallest sketch, by dropping events and arrows, that still fails.
inline PosetSketch shrink(PosetSketch sketch, const std::function<bool(const PosetSketch&)>& fails) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t k = sketch.events.size(); k-- > 0 && !smaller;) {
      PosetSketch candidate = sketch.without(k);
      if (fails(candidate)) sketch = candidate, smaller = true;
    }
    for (std::size_t k = 0; k < sketch.events.size() && !smaller; ++k) {
      for (std::size_t a = 0; a < sketch.events[k].after.size() && !smaller; ++a) {
        PosetSketch candidate = sketch;
        candidate.events[k].after.erase(candidate.events[k].after.begin() + static_cast<std::ptrdiff_t>(a));
        if (fails(candidate)) sketch = candidate, smaller = true;
      }
    }
  }
  return sketch;
}

}  // namespace heddle::random
