// SPDX-License-Identifier: Apache-2.0
#include "prove/prover.h"

#include <algorithm>
#include <ctime>
#include <tuple>

#include <fmt/format.h>

#include "prove/front/movers.h"
#include "prove/lock_order.h"
#include "prove/sets/hints.h"
#include "prove/sets/set_proof.h"

namespace heddle::prove {

std::string name(Answer answer) {
  switch (answer) {
    case Answer::proved:
      return "proved";
    case Answer::refuted:
      return "refuted";
    case Answer::unknown:
      return "unknown";
  }
  return {};
}

std::pair<std::optional<Violation>, Bounds> refute(const Program& program, Memory memory,
                                                   const Search& search, std::uint64_t& states) {
  struct Size {
    int threads, calls;
  };
  static constexpr Size kSizes[] = {{1, 2}, {2, 2}, {2, 3}, {3, 3}, {2, 4}, {3, 4}, {2, 5},
                                    {4, 4}, {2, 6}, {3, 5}, {2, 7}, {2, 8}, {2, 9}};
  Bounds bounds;
  bounds.explicit_memory = memory != Memory::gc;
  bounds.undefined_is_anything = memory == Memory::mm;
  bounds.max_states = search.max_states;
  bounds.stopped = search.stopped;
  for (const Size& size : kSizes) {
    bounds.threads = size.threads;
    bounds.keys = size.threads == 1 ? 3 : 2;
    bounds.calls = bounds.total_calls = size.calls;
    Exploration exploration = explore(program, bounds);
    states += exploration.states;
    if (exploration.violation) return {std::move(exploration.violation), bounds};
    if (search.stopped && search.stopped()) break;
  }
  return {std::nullopt, bounds};
}

std::string describe(const Attempt& attempt) {
  return attempt.reading.empty() ? describe(attempt.precision) : attempt.reading;
}

std::string describe(const Precision& precision) {
  return fmt::format("views of {}, {} distances{}", precision.views == 1 ? "one thread" : "two threads",
                     precision.distances == Distances::fine ? "fine" : "coarse",
                     precision.addresses ? ", addresses of freed cells" : "");
}

namespace {

// Each way to read the set off the heap in turn.
bool attempt_set(const Program& written, const Options& options, Proof& proof) {
  proof.interleaved = sets::with_hints(options.memory == Memory::gc ? merge_locked(written) : written);
  const Program& program = *proof.interleaved;
  for (const sets::SetFrame& reading : sets::readings(program)) {
    Outcome outcome = sets::saturate(program, reading, options);
    proof.statistics += outcome.statistics;
    Attempt made{{1, Distances::coarse}, outcome.is_proved, {}, sets::describe(reading)};
    if (outcome.alarm)
      made.alarm = outcome.alarm->is_limit
                       ? outcome.alarm->message
                       : fmt::format("line {}: {}", outcome.alarm->line, outcome.alarm->message);
    proof.attempts.push_back(made);
    if (proof.outcomes.empty() || made.is_proved) {
      proof.outcomes.clear();
      proof.outcomes.emplace_back(Observer::Rule::values, std::move(outcome));
    }
    if (made.is_proved) return true;
  }
  return false;
}

// All three observers with one precision; the outcomes replace those of an earlier attempt if it succeeds.
bool attempt(const Program& program, const Options& options, Proof& proof) {
  if (program.kind == Kind::set) return attempt_set(program, options, proof);
  std::vector<std::pair<Observer::Rule, Outcome>> outcomes;
  Attempt made{{options.views, options.distances, options.addresses}, false, {}};
  for (auto rule : {Observer::Rule::values, Observer::Rule::order, Observer::Rule::undefined}) {
    outcomes.emplace_back(rule, saturate(program, Observer(rule, program.kind), options));
    const Outcome& outcome = outcomes.back().second;
    proof.statistics += outcome.statistics;
    if (outcome.is_proved) continue;
    made.alarm = outcome.alarm->is_limit
                     ? outcome.alarm->message
                     : fmt::format("line {}: {}", outcome.alarm->line, outcome.alarm->message);
    break;
  }
  made.is_proved = outcomes.back().second.is_proved;
  proof.attempts.push_back(made);
  if (proof.outcomes.empty() || made.is_proved) proof.outcomes = std::move(outcomes);
  return made.is_proved;
}

bool is_refuted(const Program& program, Memory memory, const Search& search, Proof& proof) {
  std::tie(proof.violation, proof.refuted_within) = refute(program, memory, search, proof.states);
  if (proof.violation) proof.answer = Answer::refuted;
  return proof.violation.has_value();
}

}  // namespace

Proof prove(const Program& program, const Options& options, const Search& search,
            const Refinement& refinement) {
  Proof proof;
  if (const auto cycle = lock_cycle(program)) {  // no refinement helps against it
    Outcome& outcome = proof.outcomes.emplace_back(Observer::Rule::values, Outcome()).second;
    outcome.alarm = Alarm{finding::Kind::deadlock, cycle->message, cycle->line, false};
    proof.attempts.push_back({{options.views, options.distances}, false, cycle->message});
    if (search.enabled) is_refuted(program, options.memory, search, proof);
    return proof;
  }
  if (attempt(program, options, proof)) {
    proof.answer = Answer::proved;
    return proof;
  }
  const bool refines =
      program.kind != Kind::set && !refinement.steps.empty() && !proof.alarmed()->alarm->is_limit;
  if (search.enabled && refines) {
    Search first = search;
    first.max_states = std::min<std::uint64_t>(search.max_states, 20'000);
    if (is_refuted(program, options.memory, first, proof)) return proof;
  }
  for (const Precision& precision : refines ? refinement.steps : std::vector<Precision>()) {
    if (precision.views == options.views && precision.distances == options.distances &&
        precision.addresses == options.addresses)
      continue;
    if (precision.views == 2 && program.reclaims) continue;  // there are no such views
    if (precision.addresses && (program.reclaims || options.memory == Memory::gc)) continue;  // nothing more
    // In CPU time, so that a busy machine does not change the answer.
    const std::clock_t begin = std::clock();
    const double limit = refinement.seconds * std::max(options.threads, 1U);
    const auto is_over = [&] { return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC > limit; };
    Options finer = options;
    finer.views = precision.views;
    finer.distances = precision.distances;
    finer.addresses = precision.addresses;
    finer.stopped = [&] { return (options.stopped && options.stopped()) || is_over(); };
    if (!attempt(program, finer, proof)) continue;
    proof.answer = Answer::proved;
    return proof;
  }
  if (search.enabled) is_refuted(program, options.memory, search, proof);
  return proof;
}

std::vector<std::string> assumptions(const Program& program, Memory memory) {
  const auto has = [&](Action action) {
    return std::ranges::any_of(program.edges, [&](const Edge& edge) {
      return std::ranges::any_of(edge.ops, [&](const Op& op) { return op.action == action; });
    });
  };
  std::vector<std::string> list = {
      "memory is sequentially consistent, whatever memory orders the program asks for",
      "allocation never fails",
      fmt::format("threads call only the {} operations, after the initial function has returned",
                  program.kind == Kind::set ? "three" : "two"),
  };
  list.insert(list.end(), program.assumed.begin(), program.assumed.end());
  if (has(Action::linearize) || has(Action::linearize_if))
    list.emplace_back("the linearisation points are those marked in the program");
  if (memory == Memory::gc) {
    list.emplace_back(
        "memory is collected: free does nothing, rightly used or not, no cell is reused while a pointer to "
        "it "
        "exists");
    return list;
  }
  list.emplace_back(program.frees_for_good
                        ? "freed cells are reused only as cells of the same type"
                        : "freed cells are reused only as cells of the same type and stay readable (what "
                          "HEDDLE_NEW and HEDDLE_FREE do)");
  if (program.reclaims && has(Action::enter))
    list.emplace_back(
        "retired cells are freed by epochs: never while a thread is inside that entered before "
        "(<heddle/epoch.h>)");
  else if (program.reclaims && has(Action::protect))
    list.emplace_back(
        "retired cells are freed by hazard pointers: never while one has the address that had it before "
        "(<heddle/hazard.h>)");
  else if (program.reclaims)
    list.emplace_back("retired cells are freed at any time");
  if (has(Action::raise_age))
    list.emplace_back(
        "version counters do not wrap around, and those of next fields survive reuse of the cell");
  return list;
}

}  // namespace heddle::prove
