// SPDX-License-Identifier: Apache-2.0
// Livelocks: states that nobody can leave and in which somebody runs all the same.
//
// A transaction is *still* if it stores nothing and does nothing else that somebody could wait for: it reads, tries,
// takes locks and gives them back. Where all that can ever happen is still, whoever runs there runs for ever, and
// nobody will do what it waits for. These are the strongly connected components of states that no transaction
// leaves, with still ones only. They do not depend on the reduction, no fairness is assumed, and this is exact as far
// as states are complete: a loop that someone can end has a way out.
//
// Threads that go round without looking at anything (only computing, or taking locks that they get in the end) wait for
// nothing, and are no livelock; nor are threads that can only wake up without a reason: that is a deadlock. Polling
// that stores something each time, or uses semaphores, is not found.
#include <algorithm>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "stateful/closed_components.h"
#include "stateful/search_parts.h"

namespace heddle::stateful {

using event::Operation;

bool Search::changes_nothing(std::span<const program::Effect> effects) {
  return std::all_of(effects.begin(), effects.end(), [](const program::Effect& effect) {
    switch (effect.operation) {
      case Operation::read:
      case Operation::atomic_load:
      case Operation::fence:
      case Operation::acquire:
      case Operation::acquire_shared:
      case Operation::release:
      case Operation::release_shared:
      case Operation::wait:
      case Operation::wake:
      case Operation::alloc:
      case Operation::free:
        return true;
      default:
        return effect.idle || effect.call || effect.hidden;
    }
  });
}

// At memory, or at an object that is not to be had.
bool Search::looks_at_something(const Pending& at, std::span<const program::Effect> effects) {
  const auto any = [&](auto... operations) {
    return std::any_of(effects.begin(), effects.end(), [&](const program::Effect& effect) {
      return !effect.call && ((effect.operation == operations) || ...);
    });
  };
  return any(Operation::read, Operation::atomic_load, Operation::atomic_rmw) ||
         (at.tells && !any(Operation::acquire, Operation::acquire_shared));
}

bool Search::goes_on(ThreadNumber thread) const {
  if (machine_.exited()) return false;
  const Pending::Kind next = machine_.pending(thread).kind;
  return next != Pending::Kind::nothing && next != Pending::Kind::local;
}

// The transaction from `from` that has just ended led to `to`, or was not still.
void Search::note_stillness(StateNumber from, ThreadNumber thread, StateNumber to, bool looks) {
  if (changes_.size() <= from) {
    changes_.resize(std::max(nodes_.size(), from + std::size_t{1}));
    looks_.resize(changes_.size());
  }
  if (changes_[from]) return;
  if (to == kNoState || !goes_on(thread)) {
    changes_[from] = true;
    return;
  }
  if (looks) looks_[from] = true;
  if (!others_) still_.emplace_back(from, to);  // else whose the state is keeps it
}

// From within a transaction only its thread is tried; a component of such states is closed if whatever anybody does
// there, one step at a time, is still. Nothing if that takes too long to find out.
std::optional<bool> Search::is_closed(const std::vector<StateNumber>& component) {
  const auto is_between = [&](StateNumber node) { return words_of(node)[0] == kBetween; };
  if (!store_.compacted() && std::all_of(component.begin(), component.end(), is_between)) return true;
  return is_closed(component[0]);
}

std::optional<bool> Search::is_closed(StateNumber node) {
  constexpr std::size_t kMost = 100000;
  restore_words(words_of(node));
  machine_.capture(captured_);
  std::set<program::State> known = {captured_};
  std::vector<program::State> todo = {captured_};
  while (!todo.empty()) {
    const program::State here = std::move(todo.back());
    todo.pop_back();
    machine_.restore(here);
    for (ThreadNumber thread = 0; thread < machine_.threads(); ++thread) {
      const Pending next = machine_.pending(thread);
      for (std::uint32_t i = 0; i < next.alternatives && !next.spurious; ++i) {
        machine_.restore(here);
        if (machine_.step(thread, i) != Outcome::done || !changes_nothing(machine_.effects()) ||
            !goes_on(thread))
          return false;
        machine_.capture(captured_);
        if (known.insert(captured_).second) todo.push_back(captured_);
        if (known.size() > kMost) return std::nullopt;
      }
      machine_.restore(here);
    }
  }
  return true;
}

void Search::find_livelocks() {
  // Most lead out, at once or by others that do; what is reached from a state mostly has higher numbers.
  std::vector<std::uint32_t> first(nodes_.size() + 1);  // of the edges from a state
  const auto counts = [&](StateNumber from) { return !changes_[from]; };
  for (const auto& [from, to] : still_) first[from] += counts(from) ? 1 : 0;
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<StateNumber> leads_to(first.back());
  for (const auto& [from, to] : still_)
    if (counts(from)) leads_to[--first[from]] = to;
  std::vector<StateNumber> left;
  std::vector<bool> is_left(nodes_.size());
  for (auto node = static_cast<StateNumber>(nodes_.size()); node-- > 0;)
    if (first[node] != first[node + 1]) {
      left.push_back(node);
      is_left[node] = true;
    }
  const auto edges_of = [&](StateNumber node) {
    return std::span(leads_to).subspan(first[node], first[node + 1] - first[node]);
  };
  for (std::size_t before = 0; before != left.size();) {
    before = left.size();
    std::erase_if(left, [&](StateNumber node) {
      const auto to = edges_of(node);
      is_left[node] = std::all_of(to.begin(), to.end(), [&](StateNumber next) { return is_left[next]; });
      return !is_left[node];
    });
  }
  std::map<StateNumber, std::vector<StateNumber>> edges;
  for (const StateNumber node : left) edges[node].assign(edges_of(node).begin(), edges_of(node).end());
  for (const StateNumber node :
       closed_components(edges, {}, [&](StateNumber inside) { return edges.contains(inside); })) {
    std::vector<StateNumber> component = {node};  // what is reached from it
    std::set<StateNumber> known = {node};
    for (std::size_t i = 0; i < component.size(); ++i)
      for (const StateNumber to : edges[component[i]])
        if (known.insert(to).second) component.push_back(to);
    const auto looking =
        std::find_if(component.begin(), component.end(), [&](StateNumber state) { return looks_[state]; });
    if (looking == component.end()) continue;
    const std::optional<bool> closed = is_closed(component);
    if (!closed) result_.verdict.doubt("whether threads that poll can go on for ever was not found out");
    if (!closed.value_or(false)) continue;
    report_livelock(*looking);
    if (!result_.findings.empty() && result_.findings.back().kind == finding::Kind::livelock)
      break;  // one tells the tale
  }
  current_words_.clear();
}

// Of a state that nobody can leave, if somebody runs there.
void Search::report_livelock(StateNumber node) {
  restore_words(words_of(node));
  current_words_.clear();
  std::vector<ThreadNumber> waiting;
  bool runs = false;
  for (ThreadNumber t = 0; t < machine_.threads(); ++t) {
    const Pending next = machine_.pending(t);
    if (next.kind == Pending::Kind::nothing) continue;
    waiting.push_back(t);
    runs = runs || (next.alternatives > 0 && !next.spurious);
  }
  for (ThreadNumber t = 0; t < machine_.threads(); ++t) runs = runs && !machine_.failed(t);
  if (!runs) return;
  std::string seen = "livelock";
  for (const ThreadNumber t : waiting)
    fmt::format_to(std::back_inserter(seen), " {}", machine_.stack(t).front().line);
  if (!seen_.insert(seen).second) return;
  report(node, {}, 0,
         [this, waiting](const History& history) { return livelock_of(machine_, waiting, history); });
}

}  // namespace heddle::stateful
