// SPDX-License-Identifier: Apache-2.0
// Small random losets for tests, and their reachable states by brute force. Written against the definitions
// only: nothing here uses what it is to test, but for build(), which hands a sketch to it.
#pragma once

#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "order/loset.h"

namespace heddle::random {

struct LosetSketch {
  enum class Act { plain, acquire, release };
  struct Event {
    Act act = Act::plain;
    std::size_t lock = 0;
    bool shared = false;
  };
  struct Edge {
    std::size_t from = 0, from_index = 0, to = 0, to_index = 0;  // events from 1
  };
  std::vector<std::vector<Event>> threads;
  std::vector<Edge> edges;
  std::size_t locks = 0;
};

using Digits = std::vector<unsigned>;

// What thread t holds after its first p events: lock → shared.
inline std::vector<int> held_after(const LosetSketch& sketch, std::size_t t, std::size_t p) {
  std::vector<int> held(sketch.locks, 0);  // 0 no, 1 shared, 2 exclusive
  for (std::size_t i = 0; i < p; ++i) {
    const auto& event = sketch.threads[t][i];
    if (event.act == LosetSketch::Act::acquire) held[event.lock] = event.shared ? 1 : 2;
    if (event.act == LosetSketch::Act::release) held[event.lock] = 0;
  }
  return held;
}

inline bool is_consistent(const LosetSketch& sketch, const Digits& state) {
  for (const auto& edge : sketch.edges)
    if (state[edge.to] >= edge.to_index && state[edge.from] < edge.from_index) return false;
  return true;
}

inline bool is_feasible(const LosetSketch& sketch, const Digits& state) {
  if (!is_consistent(sketch, state)) return false;
  std::vector<int> taken(sketch.locks, 0);
  for (std::size_t t = 0; t < state.size(); ++t) {
    const auto held = held_after(sketch, t, state[t]);
    for (std::size_t l = 0; l < sketch.locks; ++l) {
      if (held[l] + taken[l] > 2) return false;
      if (held[l] == 1 && taken[l] <= 1) taken[l] = 1;
      if (held[l] == 2) taken[l] = 2;
    }
  }
  return true;
}

inline bool is_lock_free(const LosetSketch& sketch, const Digits& state) {
  for (std::size_t t = 0; t < state.size(); ++t)
    for (const int held : held_after(sketch, t, state[t]))
      if (held) return false;
  return true;
}

inline Digits end_of(const LosetSketch& sketch) {
  Digits end;
  for (const auto& thread : sketch.threads) end.push_back(static_cast<unsigned>(thread.size()));
  return end;
}

// Breadth-first over feasible states: the oracle.
inline std::set<Digits> reachable_states(const LosetSketch& sketch) {
  std::set<Digits> seen = {Digits(sketch.threads.size(), 0)};
  std::vector<Digits> queue(seen.begin(), seen.end());
  const Digits end = end_of(sketch);
  while (!queue.empty()) {
    Digits state = queue.back();
    queue.pop_back();
    for (std::size_t t = 0; t < state.size(); ++t) {
      if (state[t] == end[t]) continue;
      ++state[t];
      if (is_feasible(sketch, state) && seen.insert(state).second) queue.push_back(state);
      --state[t];
    }
  }
  return seen;
}

inline void all_states(const LosetSketch& sketch, const std::function<void(const Digits&)>& visit) {
  const Digits end = end_of(sketch);
  Digits state(end.size(), 0);
  while (true) {
    visit(state);
    std::size_t t = state.size();
    while (t > 0 && state[t - 1] == end[t - 1]) state[--t] = 0;
    if (t == 0) return;
    ++state[t - 1];
  }
}

struct LosetShape {
  std::size_t threads = 2, events = 10, locks = 2;
  double edges = 0.2;        // an event gets an incoming edge with this probability
  double locking = 0.6;      // share of events that acquire or release
  double shared = 0;         // share of acquires that are shared
  bool held_at_end = false;  // else all locks are released
};

// A valid one: it is the record of a random execution.
inline LosetSketch random_loset(std::mt19937_64& random, const LosetShape& shape) {
  const auto chance = [&](double p) { return std::uniform_real_distribution<>(0, 1)(random) < p; };
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  LosetSketch sketch;
  sketch.threads.resize(shape.threads);
  sketch.locks = shape.locks;
  std::vector<std::vector<int>> held(shape.threads, std::vector<int>(shape.locks, 0));
  const auto release_some = [&](std::size_t t) {
    std::vector<std::size_t> mine;
    for (std::size_t l = 0; l < shape.locks; ++l)
      if (held[t][l]) mine.push_back(l);
    if (mine.empty()) return false;
    const std::size_t lock = mine[below(mine.size())];
    sketch.threads[t].push_back({LosetSketch::Act::release, lock, held[t][lock] == 1});
    held[t][lock] = 0;
    return true;
  };
  for (std::size_t i = 0; i < shape.events; ++i) {
    const std::size_t t = below(shape.threads);
    LosetSketch::Event event;
    bool done = false;
    if (chance(shape.locking)) {
      if (chance(0.5)) done = release_some(t);
      if (!done && shape.locks > 0) {
        const std::size_t lock = below(shape.locks);
        const bool shared = chance(shape.shared);
        bool free = held[t][lock] == 0;
        for (std::size_t u = 0; u < shape.threads; ++u)
          if (u != t && (held[u][lock] == 2 || (held[u][lock] == 1 && !shared))) free = false;
        if (free) {
          held[t][lock] = shared ? 1 : 2;
          sketch.threads[t].push_back({LosetSketch::Act::acquire, lock, shared});
          done = true;
        }
      }
    }
    if (!done) sketch.threads[t].push_back(event);
    if (chance(shape.edges)) {
      const std::size_t u = below(shape.threads);
      if (u != t && !sketch.threads[u].empty())
        sketch.edges.push_back({u, 1 + below(sketch.threads[u].size()), t, sketch.threads[t].size()});
    }
  }
  if (!shape.held_at_end)
    for (std::size_t t = 0; t < shape.threads; ++t)
      while (release_some(t)) {
      }
  return sketch;
}

inline order::Loset build(const LosetSketch& sketch) {
  order::LosetBuilder builder(sketch.threads.size());
  for (std::size_t t = 0; t < sketch.threads.size(); ++t)
    for (const auto& event : sketch.threads[t]) {
      if (event.act == LosetSketch::Act::plain) builder.add(t);
      if (event.act == LosetSketch::Act::acquire) builder.acquire(t, event::LockId(event.lock), event.shared);
      if (event.act == LosetSketch::Act::release) builder.release(t, event::LockId(event.lock));
    }
  for (const auto& edge : sketch.edges)
    builder.order({edge.from, static_cast<order::Index>(edge.from_index)},
                  {edge.to, static_cast<order::Index>(edge.to_index)});
  auto loset = builder.build();
  if (!loset) throw std::runtime_error(base::describe(loset.error()));
  return std::move(*loset);
}

// The same without event i (from 0) of thread t; a release goes with its acquire.
inline LosetSketch without_event(const LosetSketch& sketch, std::size_t t, std::size_t i) {
  LosetSketch less = sketch;
  const auto drop = [&](std::size_t at) {
    less.threads[t].erase(less.threads[t].begin() + static_cast<std::ptrdiff_t>(at));
    std::erase_if(less.edges, [&](const auto& e) {
      return (e.from == t && e.from_index == at + 1) || (e.to == t && e.to_index == at + 1);
    });
    for (auto& e : less.edges) {
      if (e.from == t && e.from_index > at + 1) --e.from_index;
      if (e.to == t && e.to_index > at + 1) --e.to_index;
    }
  };
  const auto gone = sketch.threads[t][i];
  if (gone.act == LosetSketch::Act::acquire)
    for (std::size_t k = i + 1; k < sketch.threads[t].size(); ++k)
      if (sketch.threads[t][k].act == LosetSketch::Act::release && sketch.threads[t][k].lock == gone.lock) {
        drop(k);
        break;
      }
  drop(i);
  return less;
}

// The smallest one found that still fails, by dropping events and edges while it stays valid.
inline LosetSketch shrink(LosetSketch sketch, const std::function<bool(const LosetSketch&)>& fails) {
  const auto still = [&](const LosetSketch& less) {
    return reachable_states(less).count(end_of(less)) == 1 && fails(less);
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t t = 0; t < sketch.threads.size() && !smaller; ++t)
      for (std::size_t i = 0; i < sketch.threads[t].size() && !smaller; ++i) {
        if (sketch.threads[t][i].act == LosetSketch::Act::release) continue;
        if (LosetSketch less = without_event(sketch, t, i); still(less)) sketch = less, smaller = true;
      }
    for (std::size_t e = 0; e < sketch.edges.size() && !smaller; ++e) {
      LosetSketch less = sketch;
      less.edges.erase(less.edges.begin() + static_cast<std::ptrdiff_t>(e));
      if (still(less)) sketch = less, smaller = true;
    }
  }
  return sketch;
}

}  // namespace heddle::random
