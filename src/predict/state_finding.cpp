// SPDX-License-Identifier: Apache-2.0
#include "predict/state_finding.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"

namespace heddle::predict {

std::optional<event::Position> when_observed(const Computation& computation,
                                             const std::function<bool(const State&)>& holds) {
  const Poset& poset = computation.poset();
  State state = poset.bottom();
  if (holds(state)) return event::Position{0};
  std::vector<EventRef> order(poset.extension().begin(), poset.extension().end());
  std::sort(order.begin(), order.end(), [&](EventRef a, EventRef b) {
    return poset.position(a.process, a.index) < poset.position(b.process, b.index);
  });
  const bool merged = poset.events() < computation.events().size();  // then a prefix need not be consistent
  for (EventRef e : order) {
    state[e.process] = e.index;
    if ((!merged || poset.consistent(state)) && holds(state)) return poset.position(e.process, e.index);
  }
  return std::nullopt;
}

void judge_run(const Checked& checked, bool observed, finding::Finding& finding) {
  finding.certainty = observed                                           ? finding::Certainty::observed
                      : checked.other_read || !checked.unchecked.empty() ? finding::Certainty::possible
                                                                         : finding::Certainty::certain;
  if (!checked.unchecked.empty()) {
    finding.notes.push_back(fmt::format("The schedule could not be replayed: {}.", checked.unchecked));
  }
  if (checked.other_read) {
    finding.notes.push_back(fmt::format(
        "On the way event {} reads another value than it did: the program may then take another branch.",
        *checked.other_read));
  }
}

StateFinding finding_at(const Computation& computation, const StateQuestion& question, const State& state) {
  const Poset& poset = computation.poset();
  finding::Finding found{.kind = finding::Kind::predicate};
  found.message = fmt::format("`{}` {}", question.text,
                              question.definitely ? "holds at some time in every schedule"
                              : question.observed ? "held"
                                                  : "could have held");
  found.predicate = question.text;
  const std::vector<Turn> run = run_to(computation, state);
  std::vector<event::Position> positions = positions_of(computation, run);
  for (const Turn& turn : run) {
    found.witness.run.push_back({computation.thread_name(turn.process), turn.steps});
  }
  found.witness.kind = finding::Witness::Kind::state;
  for (std::size_t p = 0; p < poset.processes(); ++p) {
    found.witness.state.emplace_back(computation.thread_name(p), computation.steps(p, state[p]));
    if (state[p] == 0) continue;
    const event::Position last = poset.position(p, state[p]);
    found.steps.push_back(finding::step_from(computation.events()[last], last, computation.names()));
  }
  std::sort(found.witness.state.begin(), found.witness.state.end());
  std::sort(found.steps.begin(), found.steps.end(),
            [](const finding::Step& a, const finding::Step& b) { return a.thread < b.thread; });

  const Checked checked = check_run(computation.events(), computation.names(), positions, question.claim);
  HEDDLE_CHECK(checked.broken.empty(), checked.broken.c_str());
  if (question.observed) {
    found.notes.push_back(
        fmt::format("The recorded run itself was in such a state after event {}.", *question.observed));
  } else if (!question.definitely) {
    found.notes.emplace_back(
        "It did not hold in the recorded run; another order of the same events leads to it.");
  }
  judge_run(checked, question.observed.has_value(), found);
  return {std::move(found), std::move(positions)};
}

}  // namespace heddle::predict
