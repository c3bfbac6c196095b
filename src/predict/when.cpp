// SPDX-License-Identifier: Apache-2.0
#include "predict/when.h"

#include <fmt/format.h>

#include "base/check.h"
#include "predict/formula.h"
#include "predict/predict.h"
#include "predict/witness.h"
#include "states/decision_flow.h"
#include "states/state_diagram.h"

namespace heddle::predict {

namespace {

using states::Answer;
using states::StateDiagram;

// The marks' values by thread and event: a computation whose processes are the threads and whose order nobody
// asks.
Computation marks_of(const Recording& recording) {
  order::PosetBuilder builder;
  for (std::size_t t = 0; t < recording.must().threads(); ++t) builder.add_process(event::ThreadId(t));
  for (Position p = 0; p < recording.events().size(); ++p)
    builder.add(recording.events()[p].thread.index(), {}, p);
  return Computation(std::move(builder).build(), {recording.events().begin(), recording.events().end()},
                     recording.names());
}

bool speaks_of_races(const Expression& expression) {
  if (expression.kind == Expression::Kind::race) return true;
  for (const Expression& operand : expression.operands)
    if (speaks_of_races(operand)) return true;
  return false;
}

struct Found {
  Answer answer = Answer::no;
  State state;
  std::uint64_t visited = 0;
};

Found find(const StateDiagram& diagram, const Conjunction& wanted, const WhenLimits& limits) {
  const std::size_t n = diagram.threads();
  StateDiagram::Allowed allowed(n);
  for (const auto& [thread, holds] : wanted.locals) allowed[thread] = holds;
  const bool one_sum = wanted.sums.size() == 1 && wanted.sums[0].relation == Sum::Relation::at_least_zero;
  if (wanted.others.empty() && (wanted.sums.empty() || one_sum)) {
    const auto best = diagram.best(allowed, one_sum ? wanted.sums[0].values : Table{}, limits.stop);
    if (!best.complete) return {Answer::unknown, {}, 0};
    if (!best.state || (one_sum && best.sum < 0)) return {};
    return {Answer::yes, *best.state, 0};
  }
  Found found;
  State state(n);
  const bool complete = diagram.runs([&](const Index* prefix, Index low, Index high) {
    std::copy(prefix, prefix + n, state.begin());
    for (state[n - 1] = low; state[n - 1] <= high; ++state[n - 1]) {
      if (wanted.holds(state.data())) {
        found.answer = Answer::yes;
        found.state = state;
        return false;
      }
      if (++found.visited % 4096 == 0 && limits.stop && limits.stop()) return false;
    }
    return true;
  });
  if (!complete && found.answer == Answer::no) found.answer = Answer::unknown;
  return found;
}

finding::Finding finding_at(const Recording& recording, const Referee& referee, const Expression& expression,
                            std::string_view predicate, const State& state) {
  const order::Loset& must = recording.must();
  const State from = states::greatest_lock_free(must, state);
  const states::Reach reach = states::reach(must, from, states::exactly(state), {});
  HEDDLE_CHECK(reach.answer != Answer::no, "a state of the diagram can be reached");
  finding::Finding finding;
  finding.kind = finding::Kind::predicate;
  finding.message = fmt::format("predicted: `{}` can hold", predicate);
  finding.predicate = predicate;
  for (std::size_t t = 0; t < state.size(); ++t)
    if (state[t] > 0) {
      const Position position = recording.position({t, state[t]});
      finding.steps.push_back(finding::step_from(recording.events()[position], position, recording.names()));
    }
  const Meeting meeting{.answer = reach.answer, .way = Way::reordered, .from = from, .run = reach.run};
  const Schedule schedule = schedule_of(recording, meeting, spelled_out(recording, {}));
  const Referee::Judgement judgement = referee.judge(schedule);
  HEDDLE_CHECK(judgement.broken.empty() && judgement.end == state, "the referee accepts every run");
  std::vector<Position> steps;
  State done(must.threads(), 0);
  for (Position p = 0; p < recording.events().size(); ++p) {
    const std::size_t t = recording.events()[p].thread.index();
    if (done[t] < from[t]) ++done[t], steps.push_back(p);
  }
  for (const std::uint32_t t : reach.run) steps.push_back(recording.position({t, ++done[t]}));
  const Checked checked = check_run(recording.events(), recording.names(), steps, {&expression});
  HEDDLE_CHECK(checked.broken.empty(), "the predicate holds where the run ends");
  finding.certainty = judgement.other_read ? finding::Certainty::possible : finding::Certainty::certain;
  note_other_read(recording, judgement.other_read, judgement.other_write, finding);
  finding.witness = witness_of(recording, schedule);
  for (std::size_t t = 0; t < state.size(); ++t)
    finding.witness.state.emplace_back(recording.names().threads[event::ThreadId(t)], state[t]);
  return finding;
}

}  // namespace

base::Result<void> predict_when(const Recording& recording, const Referee& referee,
                                std::string_view predicate, const WhenLimits& limits,
                                finding::Report& report) {
  auto expression = parse(predicate);
  if (!expression) return base::failure(expression.error());
  if (speaks_of_races(*expression))
    return base::failure(base::ErrorCode::unsupported,
                         "races under another lock order are what --races predicts", "--when");
  const Computation computation = marks_of(recording);
  auto bound = bind_to(*expression, computation, predicate);
  if (!bound) return base::failure(bound.error());
  const Formula formula = take_apart(*bound, computation.poset());
  const auto diagram = StateDiagram::reachable(recording.must(), limits.diagram_bytes, limits.stop);
  if (!diagram) {
    report.verdict.doubt("the reachable states did not fit into the memory for them");
    return {};
  }
  report.statistics.push_back({"diagram_nodes", std::uint64_t{diagram->nodes()}});
  std::uint64_t visited = 0;
  for (const Conjunction& wanted : formula.disjuncts) {
    const Found found = find(*diagram, wanted, limits);
    visited += found.visited;
    if (found.answer == Answer::unknown) {
      report.verdict.doubt("the search for a state in which the predicate holds ended early");
      break;
    }
    if (found.answer == Answer::yes) {
      report.findings.push_back(finding_at(recording, referee, *expression, predicate, found.state));
      break;
    }
  }
  report.statistics.push_back({"states_visited", visited});
  return {};
}

}  // namespace heddle::predict
