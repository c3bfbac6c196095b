// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/lock_order.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace heddle::runtime::host {
namespace {

constexpr std::uint64_t kSteps = 20'000'000;

struct Edge {
  const LockEdge* raw = nullptr;
  std::map<std::uint64_t, bool> held;  // lock → shared
  bool second_shared = false;
};

class RingSearch {
 public:
  RingSearch(const Channel& channel, Words& words) : channel_(channel), words_(words) {
    const std::uint32_t count = std::min(channel.edges, kMaxEdges);
    for (std::uint32_t i = 0; i < count; ++i) {
      const LockEdge& raw = channel.edge[i];
      if (raw.ready == 0) continue;
      Edge edge{.raw = &raw};
      for (ContextId at = raw.origin.locks; at != 0; at = channel.context[at].parent)
        edge.held[channel.context[at].value()] = channel.context[at].kind() == ContextNode::shared_lock;
      edge.second_shared = raw.second_shared != 0;
      edges_.push_back(std::move(edge));
    }
    for (const Edge& edge : edges_) from_[edge.raw->first].push_back(&edge);
  }

  std::vector<finding::Finding> run() {
    for (const Edge& edge : edges_) {
      ring_ = {&edge};
      extend(edge.raw->first);
      if (steps_ > kSteps) break;
    }
    return std::move(found_);
  }
  bool stopped() const { return steps_ > kSteps; }

 private:
  // A thread waits for `edge`'s second lock; whoever comes next in the ring holds it.
  bool fits(const Edge& edge) {
    for (const Edge* other : ring_) {
      if (other->raw->thread == edge.raw->thread) return false;
      if (!overlap(*other, edge)) return false;
      for (const auto& [lock, shared] : edge.held) {
        const auto common = other->held.find(lock);
        if (common != other->held.end() && !(shared && common->second)) return false;
      }
    }
    return true;
  }

  // Whether the two can ever be at the same time: neither segment comes before the other.
  bool overlap(const Edge& a, const Edge& b) {
    return !comes_before(a.raw->segment, b.raw->segment) && !comes_before(b.raw->segment, a.raw->segment);
  }
  bool comes_before(std::uint32_t early, std::uint32_t late) {
    if (early >= late) return false;  // numbers only grow along the way
    const auto [entry, is_new] = order_.try_emplace({early, late}, false);
    if (!is_new) return entry->second;
    std::vector<std::uint32_t> open = {late};
    std::set<std::uint32_t> seen = {late};
    bool found = false;
    while (!open.empty() && !found) {
      const Segment& segment = channel_.segment[open.back()];
      open.pop_back();
      for (const std::uint32_t next : {segment.previous, segment.joined}) {
        if (next == early) found = true;
        if (next > early && seen.insert(next).second) open.push_back(next);
      }
    }
    order_[{early, late}] = found;
    return found;
  }

  void extend(std::uint64_t start) {
    if (++steps_ > kSteps) return;
    const Edge& last = *ring_.back();
    if (ring_.size() > 1 && last.raw->second == start) {
      // Someone must hold exclusively what the one before wants, or want exclusively what is held.
      for (std::size_t i = 0; i < ring_.size(); ++i) {
        const Edge& waits = *ring_[i];
        const Edge& holds = *ring_[(i + 1) % ring_.size()];
        const auto held = holds.held.find(waits.raw->second);
        if (waits.second_shared && held != holds.held.end() && held->second) return;
      }
      report();
      return;
    }
    if (last.raw->second <= start) return;  // the smallest lock first: each ring once
    const auto next = from_.find(last.raw->second);
    if (next == from_.end()) return;
    for (const Edge* edge : next->second) {
      if (!fits(*edge)) continue;
      ring_.push_back(edge);
      extend(start);
      ring_.pop_back();
    }
  }

  void report() {
    std::vector<std::uint64_t> locks;
    for (const Edge* edge : ring_) locks.push_back(edge->raw->first);
    std::sort(locks.begin(), locks.end());
    if (!known_.insert(locks).second) return;
    finding::Finding finding;
    finding.kind = finding::Kind::deadlock;
    finding.certainty = finding::Certainty::potential;
    std::string names;
    for (const Edge* edge : ring_) {
      finding::Step step;
      step.thread = words_.thread(edge->raw->thread);
      step.operation = "acquire";
      step.target = words_.lock(edge->raw->second);
      step.stack = words_.stack(edge->raw->origin.stack);
      if (const event::Location* place = Words::place(step.stack)) step.location = *place;
      step.holding = words_.locks_held(edge->raw->origin.locks);
      names += (names.empty() ? "`" : ", `") + words_.lock(edge->raw->first) + "`";
      const auto first = words_.stack(edge->raw->first_context);
      if (const event::Location* place = Words::place(first))
        finding.notes.push_back(fmt::format("{} took `{}` at {}", step.thread, words_.lock(edge->raw->first),
                                            event::text(*place)));
      finding.steps.push_back(std::move(step));
    }
    finding.variable = names;
    finding.message =
        fmt::format("potential deadlock: {} are taken in a ring by {} threads", names, ring_.size());
    found_.push_back(std::move(finding));
  }

  const Channel& channel_;
  Words& words_;
  std::vector<Edge> edges_;
  std::map<std::uint64_t, std::vector<const Edge*>> from_;
  std::vector<const Edge*> ring_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> order_;
  std::set<std::vector<std::uint64_t>> known_;
  std::vector<finding::Finding> found_;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::vector<finding::Finding> potential_deadlocks(const Channel& channel, Words& words,
                                                  finding::Verdict& verdict) {
  RingSearch search(channel, words);
  auto found = search.run();
  if (search.stopped())
    verdict.doubt("the lock-order graph is too large to search it all for potential deadlocks");
  return found;
}

}  // namespace heddle::runtime::host
