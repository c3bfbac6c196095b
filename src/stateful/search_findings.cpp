// SPDX-License-Identifier: Apache-2.0
// What is wrong in a state or a step, each told once: failures of the program, deadlocks, races of two
// threads that stand before conflicting accesses. A finding's witness is the path that led there, executed
// anew from the first state.
#include <algorithm>

#include <fmt/format.h>

#include "finding/same_places.h"
#include "stateful/search_ranks.h"

namespace heddle::stateful {

History Search::history_to(StateNumber node, Move move, std::uint32_t steps) {
  return history_along(moves_to(node), move, steps);
}

History Search::history_along(std::vector<Move> moves, Move move, std::uint32_t steps) {
  for (std::uint32_t i = 0; i < steps; ++i) moves.push_back({move.thread, i == 0 ? move.alternative : 0});
  current_words_.clear();
  return replay(machine_, {first_state_.begin() + static_cast<std::ptrdiff_t>(header()), first_state_.end()},
                moves);
}

// The machine stays where it is. Where the way there leads through other ranks, it is told later.
void Search::report(StateNumber from, Move move, std::uint32_t steps, const Telling& tell) {
  if (others_) {
    others_->suspect(from, move, steps, tell);
    return;
  }
  program::State here;
  machine_.capture(here);
  const Words words = current_words_;
  const History history = history_to(from, move, steps);
  add_finding(tell(history), history);
  machine_.restore(here);
  current_words_ = words;
}

// What `run` does too: races of the same two places are one, whatever parts of an array or a container they are on.
void Search::add_finding(finding::Finding finding, const History& history) {
  machine_.forget_names();
  if (const auto [known, is_new] = known_findings_.try_emplace(identity_of(finding), result_.findings.size());
      !is_new) {
    finding::add_same_places(result_.findings[known->second], finding);
    return;
  }
  if (result_.findings.empty()) {
    result_.first_length = history.steps;
    result_.first_states = store_.size();
  }
  finding.certainty = finding::Certainty::certain;
  result_.findings.push_back(std::move(finding));
  result_.schedules.push_back(history.schedule);
  if (options_.stop_at_first) stopped_ = true;
}

// Only where they meet counts.
bool Search::is_benign_race(const Pending& one, const Pending& other) const {
  const auto meets = [&](Word a, std::uint64_t a_size, Word b, std::uint64_t b_size) {
    const Word first = std::max(a, b);
    const Word end = std::min(a + a_size, b + b_size);
    return first >= end || movers_->annotations().is_benign(first, end - first);
  };
  return meets(one.address, one.size, other.address, other.size) &&
         meets(one.source, one.source_size, other.address, other.size) &&
         meets(one.address, one.size, other.source, other.source_size);
}

void Search::check_adjacent(StateNumber from, Move move, std::uint32_t steps, const Pending& next) {
  if (next.trusted) return;
  for (ThreadNumber other = 0; other < machine_.threads(); ++other) {
    if (other == move.thread || machine_.in_atomic(other)) continue;
    const Pending theirs = machine_.pending(other);
    if (theirs.trusted || !conflict(next, theirs, options_.discipline == Discipline::exclusive)) continue;
    if (has_annotations_ && is_benign_race(next, theirs)) continue;
    // Found again along a known race: cheap to recognise by the two places.
    const std::string seen =
        fmt::format("adjacent {} {} {}", std::min(next.location, theirs.location),
                    std::max(next.location, theirs.location), machine_.describe(next.address, next.size));
    if (!seen_.insert(seen).second) continue;
    report(from, move, steps, [this, thread = move.thread, next, other](const History& history) {
      return adjacent_race_of(machine_, thread, next, other, history);
    });
  }
}

void Search::check_deadlock(StateNumber node) {
  if (machine_.exited()) return;
  std::vector<ThreadNumber> blocked;
  bool enabled = false;
  for (ThreadNumber t = 0; t < machine_.threads(); ++t) {
    const Pending next = machine_.pending(t);
    if (next.kind == Pending::Kind::nothing) continue;
    if (next.alternatives == 0 || next.spurious)
      blocked.push_back(t);
    else
      enabled = true;
  }
  if (blocked.empty() || !options_.deadlocks) return;
  std::vector<std::vector<ThreadNumber>> circles;
  // Threads that wait in a circle for locks, whatever the others still do.
  for (const ThreadNumber start : blocked) {
    std::vector<ThreadNumber> chain;
    ThreadNumber at = start;
    while (std::find(chain.begin(), chain.end(), at) == chain.end()) {
      chain.push_back(at);
      const Pending next = machine_.pending(at);
      if (next.alternatives != 0 || next.owner == 0 || next.kind == Pending::Kind::nothing ||
          next.owner > machine_.threads()) {
        chain.clear();
        break;
      }
      at = next.owner - 1;
    }
    if (!chain.empty() && at == start && start == *std::min_element(chain.begin(), chain.end()))
      circles.push_back(chain);
  }
  if (circles.empty()) {
    if (enabled) return;
    for (ThreadNumber t = 0; t < machine_.threads(); ++t)
      if (machine_.failed(t)) return;  // it may be what the others wait for
    circles.push_back(blocked);
  }
  for (const std::vector<ThreadNumber>& circle : circles) {
    std::string seen = "deadlock";
    for (const ThreadNumber t : circle) seen += fmt::format(" {}:{}", t, machine_.pending(t).location);
    if (!seen_.insert(seen).second) continue;
    report(node, {}, 0,
           [this, circle](const History& history) { return deadlock_of(machine_, circle, history); });
  }
}

void Search::look_at_new_state(StateNumber node) {
  check_deadlock(node);
  if (!options_.collect_final_states) return;
  bool over = machine_.exited();
  if (!over) {
    over = true;
    for (ThreadNumber t = 0; t < machine_.threads(); ++t)
      over = over && machine_.pending(t).kind == Pending::Kind::nothing;
  }
  if (over) result_.final_states.insert(machine_.global_bytes());
}

}  // namespace heddle::stateful
