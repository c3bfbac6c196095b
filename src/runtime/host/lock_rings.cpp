// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/lock_rings.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/strong_components.h"

namespace heddle::runtime::host {
namespace {

// Acquires that differ only in who made them and when.
struct Shape {
  std::uint32_t held = 0, lock = 0;
  bool shared = false;
  std::vector<std::uint32_t> acquires;
};

// Which segments can never have been at the same time.
class Order {
 public:
  Order(std::span<const SegmentOrder> before, std::uint64_t& steps) : before_(before), steps_(steps) {}
  bool overlap(std::uint32_t a, std::uint32_t b) { return !comes_before(a, b) && !comes_before(b, a); }

 private:
  bool comes_before(std::uint32_t early, std::uint32_t late) {
    if (early >= late) return false;  // numbers only grow along the way
    const auto [entry, is_new] = known_.try_emplace({early, late}, false);
    if (!is_new) return entry->second;
    std::vector<std::uint32_t> open = {late};
    std::set<std::uint32_t> seen = {late};
    bool found = false;
    while (!open.empty() && !found) {
      const SegmentOrder& at = before_[open.back()];
      open.pop_back();
      ++steps_;
      for (const std::uint32_t next : {at.previous, at.joined}) {
        if (next == early) found = true;
        if (next > early && seen.insert(next).second) open.push_back(next);
      }
    }
    return entry->second = found;
  }

  std::span<const SegmentOrder> before_;
  std::uint64_t& steps_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> known_;
};

class RingSearch {
 public:
  RingSearch(std::span<const HeldNode> nodes, std::span<const NestedAcquire> acquires,
             std::span<const SegmentOrder> before, std::uint64_t most_steps)
      : nodes_(nodes), acquires_(acquires), order_(before, steps_), most_steps_(most_steps) {
    for (const HeldNode& node : nodes) locks_ = std::max(locks_, node.lock + 1);
    for (const NestedAcquire& acquire : acquires) locks_ = std::max(locks_, acquire.lock + 1);
    gather_shapes();
    takers_.resize(locks_);
    below_.resize(nodes.size());
    wanted_at_.resize(nodes.size());
    for (std::uint32_t node = 1; node < nodes.size(); ++node) {
      takers_[nodes[node].lock].push_back(node);
      if (nodes[node].parent != 0) below_[nodes[node].parent].push_back(node);
    }
    for (std::uint32_t shape = 0; shape < shapes_.size(); ++shape)
      wanted_at_[shapes_[shape].held].push_back(shape);
    in_ring_.resize(shapes_.size());
    in_no_ring_.resize(shapes_.size());
  }

  LockRings run() {
    for (const std::vector<std::uint32_t>& component : components()) search(component);
    return std::move(found_);
  }

 private:
  void gather_shapes() {
    std::map<std::pair<std::uint64_t, bool>, std::uint32_t> known;
    for (std::uint32_t i = 0; i < acquires_.size(); ++i) {
      const NestedAcquire& acquire = acquires_[i];
      const std::uint64_t what = std::uint64_t{acquire.held} << 32 | acquire.lock;
      const auto [entry, is_new] =
          known.try_emplace({what, acquire.shared}, static_cast<std::uint32_t>(shapes_.size()));
      if (is_new) shapes_.push_back({acquire.held, acquire.lock, acquire.shared, {}});
      shapes_[entry->second].acquires.push_back(i);
    }
  }

  // Locks, then nodes. Only components with a lock and something else matter.
  std::vector<std::vector<std::uint32_t>> components() const {
    const auto vertex = [this](std::uint32_t node) { return locks_ + node; };
    std::vector<std::vector<std::uint32_t>> next(locks_ + nodes_.size());
    for (std::uint32_t node = 1; node < nodes_.size(); ++node) {
      next[nodes_[node].lock].push_back(vertex(node));
      if (nodes_[node].parent != 0) next[vertex(nodes_[node].parent)].push_back(vertex(node));
    }
    for (const Shape& shape : shapes_) next[vertex(shape.held)].push_back(shape.lock);
    std::vector<std::vector<std::uint32_t>> locks;
    for (std::vector<std::uint32_t>& component : base::strong_components(next)) {
      std::erase_if(component, [this](std::uint32_t at) { return at >= locks_; });
      if (component.size() > 1) locks.push_back(std::move(component));
    }
    return locks;
  }

  void search(const std::vector<std::uint32_t>& locks) {
    inside_.assign(locks_, false);
    for (const std::uint32_t lock : locks) inside_[lock] = true;
    std::vector<std::uint32_t> starts;
    std::set<std::uint32_t> threads;
    for (std::uint32_t shape = 0; shape < shapes_.size(); ++shape) {
      if (!inside_[shapes_[shape].lock] || !holds_inside(shapes_[shape].held)) continue;
      starts.push_back(shape);
      for (const std::uint32_t acquire : shapes_[shape].acquires) threads.insert(acquires_[acquire].thread);
    }
    if (have_common_guard(starts)) return;
    steps_ = 0;
    found_in_component_ = false;
    for (const std::uint32_t start : starts) {
      cut_ = true;
      for (std::size_t length = 2; cut_ && length <= threads.size() && !in_ring_[start] && !spent();
           ++length) {
        cut_ = false;
        enter(start);
        extend(length);
        leave();
      }
      if (!in_ring_[start] && !spent()) in_no_ring_[start] = true;
    }
    if (spent())
      found_.unsearched.push_back(locks);
    else if (!found_in_component_)
      look_for_inversion(starts);
  }

  bool holds_inside(std::uint32_t node) const {
    for (; node != 0; node = nodes_[node].parent)
      if (inside_[nodes_[node].lock]) return true;
    return false;
  }

  // One lock that everybody holds makes all of them wait for one another at most.
  bool have_common_guard(const std::vector<std::uint32_t>& shapes) const {
    std::uint32_t node = shapes_[shapes.front()].held;
    for (int tried = 0; node != 0 && tried < 16; node = nodes_[node].parent, ++tried) {
      if (nodes_[node].shared) continue;
      std::vector<bool> guarded(nodes_.size(), false);
      for (std::uint32_t at = 1; at < nodes_.size(); ++at)
        guarded[at] =
            guarded[nodes_[at].parent] || (nodes_[at].lock == nodes_[node].lock && !nodes_[at].shared);
      if (std::all_of(shapes.begin(), shapes.end(),
                      [&](std::uint32_t shape) { return guarded[shapes_[shape].held]; }))
        return true;
    }
    return false;
  }

  bool spent() const { return steps_ > most_steps_; }

  // A guard keeps whoever holds this apart from one in the ring.
  bool is_kept_apart(std::uint32_t node) {
    ++steps_;
    const auto use = in_use_.find(nodes_[node].lock);
    return use != in_use_.end() && !(use->second && nodes_[node].shared);
  }
  bool fits(std::uint32_t shape) {
    return std::all_of(ring_.begin(), ring_.end(),
                       [&](std::uint32_t other) { return can_meet(other, shape); });
  }
  void enter(std::uint32_t shape) {
    used_before_.push_back(used_.size());
    for (std::uint32_t node = shapes_[shape].held; node != 0; node = nodes_[node].parent)
      if (in_use_.try_emplace(nodes_[node].lock, nodes_[node].shared).second)
        used_.push_back(nodes_[node].lock);
    ring_.push_back(shape);
  }
  void leave() {
    ring_.pop_back();
    for (; used_.size() > used_before_.back(); used_.pop_back()) in_use_.erase(used_.back());
    used_before_.pop_back();
  }

  // Whether two threads can be at these shapes at once.
  bool can_meet(std::uint32_t a, std::uint32_t b) {
    const auto [entry, is_new] = meetings_.try_emplace(std::uint64_t{a} << 32 | b, false);
    ++steps_;
    if (!is_new) return entry->second;
    for (const std::uint32_t one : shapes_[a].acquires)
      for (const std::uint32_t other : shapes_[b].acquires) {
        ++steps_;
        if (apart(one, other)) continue;
        return meetings_[std::uint64_t{a} << 32 | b] = true;
      }
    return false;
  }
  bool apart(std::uint32_t one, std::uint32_t other) {
    const NestedAcquire &a = acquires_[one], &b = acquires_[other];
    return a.thread == b.thread || !order_.overlap(a.segment, b.segment);
  }

  bool waits(std::uint32_t waiter, std::uint32_t holder) const {
    const Shape& wants = shapes_[waiter];
    for (std::uint32_t node = shapes_[holder].held; node != 0; node = nodes_[node].parent)
      if (nodes_[node].lock == wants.lock) return !(wants.shared && nodes_[node].shared);
    return false;
  }

  bool extend(std::size_t length) {
    if (spent()) return true;
    ++steps_;
    if (ring_.size() == length) {
      if (waits(ring_.back(), ring_.front()) && report()) return true;
      cut_ = true;
      return false;
    }
    const Shape& last = shapes_[ring_.back()];
    for (const std::uint32_t taker : takers_[last.lock]) {
      if (last.shared && nodes_[taker].shared) continue;
      bool apart = false;
      for (std::uint32_t node = nodes_[taker].parent; node != 0 && !apart; node = nodes_[node].parent)
        apart = is_kept_apart(node);
      if (!apart && extend_below(taker, length)) return true;
    }
    return false;
  }
  bool extend_below(std::uint32_t top, std::size_t length) {
    std::vector<std::uint32_t> open = {top};
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      if (spent()) return true;
      if (is_kept_apart(node)) continue;
      for (const std::uint32_t shape : wanted_at_[node]) {
        if (!inside_[shapes_[shape].lock] || in_no_ring_[shape] || !fits(shape)) continue;
        enter(shape);
        const bool done = extend(length);
        leave();
        if (done) return true;
      }
      open.insert(open.end(), below_[node].begin(), below_[node].end());
    }
    return false;
  }

  // Gives each shape of the ring an acquire: of different threads, at one time.
  bool assign(LockRings::Ring& chosen) {
    if (chosen.size() == ring_.size()) return true;
    for (const std::uint32_t acquire : shapes_[ring_[chosen.size()]].acquires) {
      if (spent()) return false;
      ++steps_;
      if (std::any_of(chosen.begin(), chosen.end(),
                      [&](std::uint32_t taken) { return apart(taken, acquire); }))
        continue;
      chosen.push_back(acquire);
      if (assign(chosen)) return true;
      chosen.pop_back();
    }
    return false;
  }
  bool report() {
    LockRings::Ring chosen;
    if (!assign(chosen)) return false;
    for (const std::uint32_t shape : ring_) in_ring_[shape] = true;
    found_in_component_ = true;
    found_.rings.push_back(std::move(chosen));
    return true;
  }

  // Of one thread, that would be a ring if a second one did the same.
  void look_for_inversion(const std::vector<std::uint32_t>& starts) {
    for (const std::uint32_t start : starts) {
      const NestedAcquire& first = acquires_[shapes_[start].acquires.front()];
      for (const std::uint32_t taker : takers_[first.lock]) {
        std::vector<std::uint32_t> open = {taker};
        while (!open.empty()) {
          const std::uint32_t node = open.back();
          open.pop_back();
          if (++steps_ > most_steps_) return;
          for (const std::uint32_t shape : wanted_at_[node])
            for (const std::uint32_t second : shapes_[shape].acquires)
              if (acquires_[second].thread == first.thread && would_ring(start, shape)) {
                found_.inversions.push_back({shapes_[start].acquires.front(), second});
                return;
              }
          open.insert(open.end(), below_[node].begin(), below_[node].end());
        }
      }
    }
  }
  bool would_ring(std::uint32_t a, std::uint32_t b) {
    for (std::uint32_t one = shapes_[a].held; one != 0; one = nodes_[one].parent)
      for (std::uint32_t other = shapes_[b].held; other != 0; other = nodes_[other].parent) {
        ++steps_;
        if (nodes_[one].lock == nodes_[other].lock && !(nodes_[one].shared && nodes_[other].shared))
          return false;
      }
    return waits(a, b) && waits(b, a);
  }

  std::span<const HeldNode> nodes_;
  std::span<const NestedAcquire> acquires_;
  Order order_;
  std::uint64_t most_steps_;
  std::uint32_t locks_ = 0;
  std::vector<Shape> shapes_;
  std::vector<std::vector<std::uint32_t>> takers_, below_, wanted_at_;  // nodes of a lock; below, at a node
  std::vector<bool> in_ring_, in_no_ring_;                              // what is known of each shape
  // Of the component at hand.
  std::vector<bool> inside_;
  bool found_in_component_ = false;
  std::uint64_t steps_ = 0;
  // Of the ring at hand.
  std::vector<std::uint32_t> ring_;
  std::unordered_map<std::uint32_t, bool> in_use_;  // locks held in it: shared or not
  std::vector<std::uint32_t> used_;                 // the same, in the order in which they came
  std::vector<std::size_t> used_before_;            // how many there were before each shape
  bool cut_ = false;                                // a longer one might exist
  std::unordered_map<std::uint64_t, bool> meetings_;
  LockRings found_;
};

}  // namespace

LockRings find_lock_rings(std::span<const HeldNode> nodes, std::span<const NestedAcquire> acquires,
                          std::span<const SegmentOrder> before, std::uint64_t most_steps) {
  return RingSearch(nodes, acquires, before, most_steps).run();
}

}  // namespace heddle::runtime::host
