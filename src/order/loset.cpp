// SPDX-License-Identifier: Apache-2.0
#include "order/loset.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"

namespace heddle::order {

namespace {
std::string text(EventAt at) { return "t" + std::to_string(at.thread + 1) + "." + std::to_string(at.index); }
}  // namespace

State Loset::final() const {
  State state(threads());
  for (std::size_t t = 0; t < threads(); ++t) state[t] = size(t);
  return state;
}

Loset Loset::reordered(std::span<const std::size_t> order) const {
  Loset result = *this;
  const std::size_t n = threads();
  for (std::size_t k = 0; k < n; ++k) {
    Thread& to = result.threads_[k] = threads_[order[k]];
    const std::vector<Index>& clocks = threads_[order[k]].clocks;
    for (std::size_t row = 0; row < clocks.size(); row += n)
      for (std::size_t q = 0; q < n; ++q) to.clocks[row + q] = clocks[row + order[q]];
  }
  return result;
}

std::uint32_t Loset::acquired_at(std::size_t thread, Index index) const {
  // An acquire is the last of those held after it that begins there.
  const auto& intervals = threads_[thread].intervals;
  for (const std::uint32_t number : held(thread, index))
    if (intervals[number].acquire == index) return number;
  return kNever;
}

bool Loset::compatible(std::size_t a, Index at_a, std::size_t b, Index at_b) const {
  for (const std::uint32_t i : held(a, at_a))
    for (const std::uint32_t j : held(b, at_b))
      if (exclude(threads_[a].intervals[i], threads_[b].intervals[j])) return false;
  return true;
}

Index LosetBuilder::add(std::size_t thread) { return ++threads_[thread].size; }

bool LosetBuilder::holds(std::size_t thread, event::LockId lock) const {
  const Thread& t = threads_[thread];
  return std::any_of(t.open.begin(), t.open.end(),
                     [&](std::uint32_t open) { return t.intervals[open].lock == lock; });
}

Index LosetBuilder::acquire(std::size_t thread, event::LockId lock, bool shared) {
  Thread& t = threads_[thread];
  ++t.size;
  if (holds(thread, lock) && trouble_.empty())
    trouble_ = text({thread, t.size}) + " acquires a lock that its thread holds";
  t.open.push_back(static_cast<std::uint32_t>(t.intervals.size()));
  t.intervals.push_back({.lock = lock, .acquire = t.size, .shared = shared});
  return t.size;
}

Index LosetBuilder::release(std::size_t thread, event::LockId lock) {
  Thread& t = threads_[thread];
  ++t.size;
  auto open = std::find_if(t.open.begin(), t.open.end(),
                           [&](std::uint32_t number) { return t.intervals[number].lock == lock; });
  if (open == t.open.end()) {
    if (trouble_.empty())
      trouble_ = text({thread, t.size}) + " releases a lock that its thread does not hold";
    return t.size;
  }
  t.intervals[*open].release = t.size;
  t.open.erase(open);
  return t.size;
}

void LosetBuilder::knows(std::size_t thread, std::span<const Index> clock) {
  Thread& t = threads_[thread];
  const std::size_t n = threads_.size();
  if (t.clocks.empty()) t.clocks.assign(n, 0);
  t.row.resize(t.size, t.row.back());
  t.row.push_back(static_cast<std::uint32_t>(t.clocks.size() / n));
  t.clocks.insert(t.clocks.end(), clock.begin(), clock.end());
}

std::vector<Index> LosetBuilder::known(EventAt event) const {
  const Thread& t = threads_[event.thread];
  const std::size_t n = threads_.size();
  std::vector<Index> clock(n, 0);
  if (!t.clocks.empty()) {
    const std::size_t row = event.index < t.row.size() ? t.row[event.index] : t.row.back();
    std::copy_n(t.clocks.begin() + static_cast<std::ptrdiff_t>(row * n), n, clock.begin());
  }
  clock[event.thread] = event.index;
  return clock;
}

void LosetBuilder::take_clocks(Loset& loset) {
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    threads_[t].row.resize(threads_[t].size + 1, threads_[t].row.back());
    loset.threads_[t].row = std::move(threads_[t].row);
    loset.threads_[t].clocks = std::move(threads_[t].clocks);
    if (loset.threads_[t].clocks.empty()) loset.threads_[t].clocks.assign(threads_.size(), 0);
  }
}

base::Result<Loset> LosetBuilder::build() {
  HEDDLE_CHECK(edges_.empty() || std::all_of(threads_.begin(), threads_.end(),
                                             [](const Thread& t) { return t.clocks.empty(); }),
               "order is given as edges or as clocks, not both");
  if (!trouble_.empty()) return base::failure(base::ErrorCode::impossible, trouble_);
  Loset loset;
  loset.threads_.resize(threads_.size());
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    loset.threads_[t].row.assign(threads_[t].size + 1, 0);
    loset.threads_[t].holding.assign(threads_[t].size + 1, 0);
    loset.events_ += threads_[t].size;
  }
  fill_locks(loset);
  if (edges_.empty())
    take_clocks(loset);
  else if (auto ordered = fill_clocks(loset); !ordered)
    return base::failure(ordered.error());
  return loset;
}

void LosetBuilder::fill_locks(Loset& loset) const {
  std::size_t locks = 0;
  for (const Thread& t : threads_)
    for (const LockInterval& interval : t.intervals) locks = std::max(locks, interval.lock.index() + 1);
  loset.locks_ = locks;
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    auto& to = loset.threads_[t];
    to.intervals = threads_[t].intervals;
    to.lock_begin.assign(locks + 1, 0);
    for (const LockInterval& interval : to.intervals) ++to.lock_begin[interval.lock.index() + 1];
    for (std::size_t l = 0; l < locks; ++l) to.lock_begin[l + 1] += to.lock_begin[l];
    to.by_lock.resize(to.intervals.size());
    std::vector<std::uint32_t> next(to.lock_begin.begin(), to.lock_begin.end());
    for (std::uint32_t i = 0; i < to.intervals.size(); ++i)
      to.by_lock[next[to.intervals[i].lock.index()]++] = i;

    // Sweep the positions at which something is acquired or released.
    std::vector<std::pair<Index, std::uint32_t>> releases;
    for (std::uint32_t i = 0; i < to.intervals.size(); ++i)
      if (to.intervals[i].release != kNever) releases.emplace_back(to.intervals[i].release, i);
    std::sort(releases.begin(), releases.end());
    std::vector<std::uint32_t> open;
    std::size_t acquired = 0, released = 0;
    std::uint32_t set = 0;
    for (Index p = 1; p <= threads_[t].size; ++p) {
      bool changed = false;
      for (; released < releases.size() && releases[released].first == p; ++released, changed = true)
        std::erase(open, releases[released].second);
      for (; acquired < to.intervals.size() && to.intervals[acquired].acquire == p;
           ++acquired, changed = true)
        open.push_back(static_cast<std::uint32_t>(acquired));
      if (changed) {
        if (open.empty()) {
          set = 0;
        } else {
          set = static_cast<std::uint32_t>(to.set_begin.size() - 1);
          to.held.insert(to.held.end(), open.begin(), open.end());
          to.set_begin.push_back(static_cast<std::uint32_t>(to.held.size()));
        }
      }
      to.holding[p] = set;
    }
  }
}

// Kahn's algorithm thread by thread: a thread advances as long as the sources of its next event's edges have.
base::Result<void> LosetBuilder::fill_clocks(Loset& loset) {
  const std::size_t n = threads_.size();
  for (const Edge& edge : edges_)
    for (const EventAt end : {edge.before, edge.after})
      if (end.thread >= n || end.index == 0 || end.index > threads_[end.thread].size)
        return base::failure(base::ErrorCode::malformed,
                             "an order names the event " + text(end) + ", which does not exist");
  std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.after < b.after; });
  std::vector<std::size_t> next_edge(n), end_edge(n);
  for (std::size_t t = 0, e = 0; t < n; ++t) {
    next_edge[t] = e;
    while (e < edges_.size() && edges_[e].after.thread == t) ++e;
    end_edge[t] = e;
    loset.threads_[t].clocks.assign(n, 0);
  }
  State done(n, 0);
  std::vector<Index> clock(n);
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t t = 0; t < n; ++t) {
      auto& to = loset.threads_[t];
      while (done[t] < threads_[t].size) {
        const Index event = done[t] + 1;
        std::size_t last = next_edge[t];
        bool ready = true;
        for (; last < end_edge[t] && edges_[last].after.index == event; ++last)
          if (done[edges_[last].before.thread] < edges_[last].before.index) ready = false;
        if (!ready) break;
        std::uint32_t row = to.row[event - 1];
        if (last != next_edge[t]) {
          const auto previous = loset.clock(t, event - 1);
          clock.assign(previous.begin(), previous.end());
          bool grown = false;
          for (std::size_t e = next_edge[t]; e < last; ++e) {
            const EventAt from = edges_[e].before;
            for (std::size_t u = 0; u < n; ++u) {
              const Index known = loset.seen(from.thread, from.index, u);
              if (u != t && known > clock[u]) clock[u] = known, grown = true;
            }
          }
          if (grown) {
            row = static_cast<std::uint32_t>(to.clocks.size() / n);
            to.clocks.insert(to.clocks.end(), clock.begin(), clock.end());
          }
          next_edge[t] = last;
        }
        to.row[event] = row;
        done[t] = event;
        moved = true;
      }
    }
  }
  for (std::size_t t = 0; t < n; ++t)
    if (done[t] < threads_[t].size)
      return base::failure(base::ErrorCode::impossible,
                           "the order has a cycle at or before " + text({t, done[t] + 1}));
  return {};
}

}  // namespace heddle::order
