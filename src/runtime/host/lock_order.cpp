// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/lock_order.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runtime/host/lock_rings.h"

namespace heddle::runtime::host {
namespace {

class LockOrder {
 public:
  LockOrder(const Channel& channel, Words& words) : channel_(channel), words_(words) {
    const std::uint32_t count = std::min(channel.acquires, kMaxAcquires);
    for (std::uint32_t i = 0; i < count; ++i) {
      const LockAcquire& raw = channel.acquire[i];
      if (raw.ready == 0) continue;
      raw_.push_back(&raw);
      acquires_.push_back({node_of(raw.origin.locks), lock_of(raw.lock), raw.shared != 0, raw.thread,
                           std::min(raw.segment, kMaxSegments - 1)});
      taken_.try_emplace({raw.thread, raw.lock}, raw.origin.stack);
    }
    const std::uint32_t segments = std::min(channel.segments, kMaxSegments - 1);
    for (std::uint32_t i = 0; i <= segments; ++i)
      before_.push_back({channel.segment[i].previous, channel.segment[i].joined});
    for (NestedAcquire& acquire : acquires_) acquire.segment = std::min(acquire.segment, segments);
  }

  void add_to(finding::Report& report) {
    if (acquires_.empty()) return;
    const LockRings found = find_lock_rings(nodes_, acquires_, before_);
    std::map<std::vector<std::pair<std::string, std::string>>, std::size_t> known;
    for (const LockRings::Ring& ring : found.rings) {
      finding::Finding finding = words(ring);
      std::vector<std::pair<std::string, std::string>> places;
      for (std::size_t i = 0; i < ring.size(); ++i)
        places.emplace_back(event::text(finding.steps[i].location), first_place(ring, i));
      std::sort(places.begin(), places.end());
      const auto [entry, is_new] = known.try_emplace(places, report.findings.size());
      if (is_new)
        report.findings.push_back(std::move(finding));
      else
        ++report.findings[entry->second].count;
    }
    for (const LockRings::Ring& pair : found.inversions) report.notes.push_back(inversion(pair));
    for (const std::vector<std::uint32_t>& locks : found.unsearched)
      report.verdict.doubt(fmt::format(
          "the order in which {} locks are taken, `{}` among them, holds more possible rings than "
          "could be searched for potential deadlocks",
          locks.size(), words_.lock(lock_numbers_[locks.front()])));
  }

 private:
  std::uint32_t lock_of(std::uint64_t number) {
    const auto [entry, is_new] = locks_.try_emplace(number, static_cast<std::uint32_t>(lock_numbers_.size()));
    if (is_new) lock_numbers_.push_back(number);
    return entry->second;
  }
  // Parents come first: a context is numbered after the one it extends.
  std::uint32_t node_of(ContextId context) {
    std::vector<ContextId> unknown;
    for (; context != 0 && !node_of_.contains(context); context = channel_.context[context].parent)
      unknown.push_back(context);
    std::uint32_t node = context != 0 ? node_of_[context] : 0;
    for (; !unknown.empty(); unknown.pop_back()) {
      const ContextNode& held = channel_.context[unknown.back()];
      nodes_.push_back({node, lock_of(held.value()), held.kind() == ContextNode::shared_lock});
      node = node_of_[unknown.back()] = static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    return node;
  }

  // The lock that the i-th of the ring holds and the one before it wants.
  std::uint64_t held(const LockRings::Ring& ring, std::size_t i) const {
    return raw_[ring[(i + ring.size() - 1) % ring.size()]]->lock;
  }
  std::string first_place(const LockRings::Ring& ring, std::size_t i) {
    return taken_at(*raw_[ring[i]], held(ring, i));
  }
  // Where the thread took a lock that it holds at the acquire.
  std::string taken_at(const LockAcquire& raw, std::uint64_t lock) {
    std::uint64_t outermost = 0;
    for (ContextId at = raw.origin.locks; at != 0; at = channel_.context[at].parent)
      outermost = channel_.context[at].value();
    const auto taken = taken_.find({raw.thread, lock});
    const auto stack =
        words_.stack(lock == outermost || taken == taken_.end() ? raw.outermost : taken->second);
    const event::Location* place = Words::place(stack);
    return place != nullptr ? event::text(*place) : "";
  }

  finding::Finding words(const LockRings::Ring& ring) {
    words_.begin_report();
    finding::Finding finding;
    finding.kind = finding::Kind::deadlock;
    finding.certainty = finding::Certainty::potential;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const LockAcquire& raw = *raw_[ring[i]];
      finding::Step step;
      step.thread = words_.thread(raw.thread);
      step.operation = "acquire";
      step.target = words_.lock(raw.lock);
      step.stack = words_.stack(raw.origin.stack);
      if (const event::Location* place = Words::place(step.stack)) step.location = *place;
      step.holding = words_.locks_held(raw.origin.locks);
      const std::string first = words_.lock(held(ring, i));
      names.push_back(fmt::format("`{}`", first));
      if (const std::string place = first_place(ring, i); !place.empty())
        finding.notes.push_back(fmt::format("{} took `{}` at {}", step.thread, first, place));
      finding.steps.push_back(std::move(step));
    }
    for (const std::size_t each : ring)
      finding.threads.push_back(words_.note(raw_[each]->thread, finding.steps));
    finding.variable = fmt::format("{}", fmt::join(names, ", "));
    finding.message = fmt::format("potential deadlock: {} are taken in a ring by {} threads",
                                  finding.variable, ring.size());
    return finding;
  }

  std::string inversion(const LockRings::Ring& pair) {
    const LockAcquire &one = *raw_[pair[0]], &other = *raw_[pair[1]];
    const auto place = [&](const LockAcquire& raw) {
      const auto stack = words_.stack(raw.origin.stack);
      const event::Location* where = Words::place(stack);
      return where != nullptr ? event::text(*where) : "somewhere";
    };
    return fmt::format(
        "{} takes `{}` and `{}` in both orders, at {} and at {}: no deadlock as long as it is the only "
        "thread "
        "that does",
        words_.thread(one.thread), words_.lock(other.lock), words_.lock(one.lock), place(one), place(other));
  }

  const Channel& channel_;
  Words& words_;
  std::vector<const LockAcquire*> raw_;  // like acquires_
  std::vector<NestedAcquire> acquires_;
  std::vector<HeldNode> nodes_ = {{}};
  std::vector<SegmentOrder> before_;
  std::unordered_map<ContextId, std::uint32_t> node_of_;
  std::unordered_map<std::uint64_t, std::uint32_t> locks_;
  std::vector<std::uint64_t> lock_numbers_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, ContextId> taken_;  // thread and lock → where
};

}  // namespace

void add_potential_deadlocks(const Channel& channel, Words& words, finding::Report& report) {
  LockOrder(channel, words).add_to(report);
}

}  // namespace heddle::runtime::host
