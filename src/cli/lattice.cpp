// SPDX-License-Identifier: Apache-2.0
#include "cli/lattice.h"

#include <map>
#include <numeric>

#include "states/enumerate.h"

namespace heddle::cli {
namespace {

constexpr std::size_t kDrawn = 400;                         // as many as a person can look at
constexpr std::uint64_t kCounted = std::uint64_t{1} << 21;  // a second or so

std::uint64_t level_of(const order::Index* state, std::size_t processes) {
  return std::accumulate(state, state + processes, std::uint64_t{0});
}

// The states that the run of the witness passes through, from the first.
void mark_path(const order::Poset& poset, const event::Names& names, const finding::Witness& witness,
               std::map<order::State, std::size_t>& known, bool holds_at_end, finding::Lattice& lattice) {
  std::map<std::string, std::size_t> process;
  for (std::size_t p = 0; p < poset.processes(); ++p)
    process[std::string(names.threads[poset.thread(p)])] = p;
  order::State at(poset.processes(), 0);
  for (const auto& [thread, events] : witness.start)
    if (process.contains(thread)) at[process[thread]] = static_cast<order::Index>(events);
  const auto mark = [&] {
    if (const auto found = known.find(at); found != known.end()) lattice.states[found->second].on_path = true;
  };
  mark();
  for (const finding::Slice& slice : witness.run)
    for (std::uint64_t i = 0; i < slice.steps && process.contains(slice.thread); ++i) {
      ++at[process[slice.thread]];
      mark();
    }
  for (const auto& [thread, events] : witness.state)
    if (process.contains(thread)) at[process[thread]] = static_cast<order::Index>(events);
  mark();
  if (const auto found = known.find(at); found != known.end() && !witness.state.empty() && holds_at_end)
    lattice.states[found->second].holds = true;
}

}  // namespace

void add_lattice(const order::Poset& poset, const event::Names& names,
                 const std::function<bool(const order::Index*)>& holds, Limits& limits,
                 finding::Report& report) {
  const std::size_t processes = poset.processes();
  std::map<order::State, std::size_t> known;
  finding::Lattice lattice;
  std::vector<std::uint64_t> levels;
  std::uint64_t seen = 0;
  const bool all =
      states::enumerate(states::Algorithm::lex, poset, states::whole(poset), [&](const order::Index* state) {
        const std::uint64_t level = level_of(state, processes);
        if (level >= levels.size()) levels.resize(level + 1);
        ++levels[level];
        if (++seen > kCounted || ((seen & 0xfff) == 0 && limits.reached())) return false;
        if (seen > kDrawn) return true;
        known.emplace(order::State(state, state + processes), lattice.states.size());
        finding::Lattice::State& each = lattice.states.emplace_back();
        each.level = level;
        each.holds = holds && holds(state);
        for (std::size_t p = 0; p < processes; ++p)
          each.events.emplace_back(names.threads[poset.thread(p)], state[p]);
        return true;
      });
  if (seen > kCounted || !all) return;
  if (seen > kDrawn) {
    report.levels = std::move(levels);
    return;
  }
  for (const auto& [state, index] : known)
    for (std::size_t p = 0; p < processes; ++p) {
      order::State next = state;
      ++next[p];
      if (const auto found = known.find(next); found != known.end())
        lattice.edges.emplace_back(index, found->second);
    }
  if (!report.findings.empty())
    mark_path(poset, names, report.findings.front().witness, known, !holds, lattice);
  report.lattice = std::move(lattice);
}

}  // namespace heddle::cli
