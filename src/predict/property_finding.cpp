// SPDX-License-Identifier: Apache-2.0
#include "predict/property_finding.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"

namespace heddle::predict {
namespace {

// Part after part, each with the states in which it was seen to be so.
std::vector<std::string> words_of(const std::string& text, const std::vector<Claim::Point>& points) {
  std::vector<std::string> words;
  for (std::size_t first = 0; first < points.size();) {
    std::size_t last = first;
    while (last + 1 < points.size() && points[last + 1].expression == points[first].expression) ++last;
    const Expression& part = *points[first].expression;
    const std::string where = points[first].after == points[last].after
                                  ? fmt::format("After {} steps", points[first].after)
                                  : fmt::format("After {} steps, and in each state until after {}",
                                                points[first].after, points[last].after);
    words.push_back(fmt::format("{}, `{}` {}.", where, text.substr(part.begin, part.end - part.begin),
                                points[first].holds ? "holds" : "does not hold"));
    first = last + 1;
  }
  return words;
}

}  // namespace

Expression applied(Expression::Kind kind, const Expression& operand) {
  Expression result{.kind = kind, .begin = operand.begin, .end = operand.end};
  result.operands.push_back(operand);
  return result;
}

StateFinding finding_of(const Computation& computation, const std::string& text, const Expression& property,
                        const PropertyAnswer& answer) {
  finding::Finding found{.kind = finding::Kind::predicate};
  found.message = fmt::format("`{}` does not hold", text);
  found.predicate = text;
  std::vector<event::Position> positions;
  State state = computation.poset().bottom();
  std::vector<std::size_t> steps = {0};  // trace events, by events of the run
  for (const EventRef event : answer.run) {
    const std::size_t done = computation.steps(event.process, state[event.process]);
    const std::size_t more = computation.steps(event.process, event.index) - done;
    const std::string& thread = computation.thread_name(event.process);
    for (std::size_t k = 0; k < more; ++k)
      positions.push_back(computation.positions(event.process)[done + k]);
    if (found.witness.run.empty() || found.witness.run.back().thread != thread)
      found.witness.run.push_back({thread, 0});
    found.witness.run.back().steps += more;
    state[event.process] = event.index;
    steps.push_back(positions.size());
  }
  Claim claim;
  claim.merged = computation.poset().events() < computation.events().size();
  for (const Shown& each : answer.shown)
    claim.on_the_way.push_back({steps[each.after], each.part, each.holds});
  found.witness.kind = finding::Witness::Kind::state;
  for (std::size_t p = 0; p < state.size(); ++p) {
    found.witness.state.emplace_back(computation.thread_name(p), computation.steps(p, state[p]));
    if (state[p] == 0) continue;
    const event::Position last = computation.poset().position(p, state[p]);
    found.steps.push_back(finding::step_from(computation.events()[last], last, computation.names()));
  }
  std::sort(found.witness.state.begin(), found.witness.state.end());
  std::sort(found.steps.begin(), found.steps.end(),
            [](const finding::Step& a, const finding::Step& b) { return a.thread < b.thread; });
  found.notes = words_of(text, claim.on_the_way);
  if (answer.rest && answer.rest->part != &property)
    found.notes.push_back(fmt::format(
        "After {} steps, `{}` {}: so all that can come from there says.", steps[answer.rest->after],
        text.substr(answer.rest->part->begin, answer.rest->part->end - answer.rest->part->begin),
        answer.rest->holds ? "holds" : "does not hold"));
  else if (answer.rest)
    found.notes.push_back(fmt::format("No single schedule shows it: all {} states say so.", answer.states));
  const Checked checked = check_run(computation.events(), computation.names(), positions, claim);
  HEDDLE_CHECK(checked.broken.empty(), checked.broken.c_str());
  judge_run(checked, false, found);
  return {std::move(found), std::move(positions)};
}

}  // namespace heddle::predict
