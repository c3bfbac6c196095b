// SPDX-License-Identifier: Apache-2.0
#include "cli/detect_property.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/replay_order.h"
#include "predict/detect.h"
#include "predict/property_finding.h"

namespace heddle::cli {
namespace {

using Kind = predict::Expression::Kind;

// AG and EF of something that is decided in single states: the form of that tells how, and no level has to be gone through.
bool is_about_states(const predict::Expression& property) {
  return (property.kind == Kind::all_always || property.kind == Kind::some_sometime) &&
         predict::temporal_operators(property) == 1;
}

struct Decided {
  bool complete = true;
  bool holds = false;
  std::uint64_t states = 0;
  std::string algorithm;
  std::optional<predict::StateFinding> finding;  // if it does not
};

base::Result<Decided> decide_by_states(const std::string& text, const predict::Expression& property,
                                       const predict::Computation& computation, Limits& limits,
                                       const std::function<void(std::uint64_t)>& visited) {
  const bool wants_all = property.kind == Kind::all_always;
  const predict::Expression wanted =
      wants_all ? predict::applied(Kind::logical_not, property.operands[0]) : property.operands[0];
  auto bound = predict::bind_to(wanted, computation, text);
  if (!bound) return base::failure(bound.error());
  const auto found = predict::possibly(*bound, computation.poset(),
                                       {.stop = [&] { return limits.reached(); }, .visited = visited});
  if (!found) return base::failure(found.error());
  std::vector<std::string_view> used;
  for (const predict::Algorithm each : found->used) used.push_back(predict::name(each));
  Decided decided{.complete = found->complete || found->state,
                  .holds = found->state.has_value() != wants_all,
                  .states = found->states,
                  .algorithm = fmt::format("{}", fmt::join(used, " and "))};
  if (decided.holds || !decided.complete) return decided;
  if (found->state) {
    predict::StateQuestion question{.text = text};
    question.claim.expression = &wanted;
    decided.finding = predict::finding_at(computation, question, *found->state);
    decided.finding->finding.notes.erase(
        decided.finding->finding.notes.begin());  // that it is not so in the recorded run
  } else {
    predict::PropertyAnswer none{.rest = predict::Shown{0, &property, false}};
    decided.finding = predict::finding_of(computation, text, property, none);
    decided.finding->finding.notes = {"No schedule comes to a state in which it would."};
  }
  decided.finding->finding.message = fmt::format("`{}` does not hold", text);
  return decided;
}

base::Result<Decided> decide_by_levels(const std::string& text, const predict::Expression& property,
                                       const predict::Computation& computation, Limits& limits,
                                       const std::function<void(std::uint64_t)>& visited) {
  const auto bound = predict::bind_to(property, computation, text);
  if (!bound) return base::failure(bound.error());
  predict::PropertyOptions how{.stop = [&] { return limits.reached(); }, .visited = visited};
  if (limits.bytes() > 0) how.bytes = std::min<std::size_t>(how.bytes, limits.bytes() / 2);
  const predict::PropertyAnswer answer = predict::decide(property, *bound, computation.poset(), how);
  Decided decided{.complete = answer.complete,
                  .holds = answer.holds,
                  .states = answer.states,
                  .algorithm = std::string(predict::name(predict::Algorithm::levels))};
  if (answer.complete && !answer.holds)
    decided.finding = predict::finding_of(computation, text, property, answer);
  return decided;
}

}  // namespace

base::Result<void> check_property(const std::string& text) {
  const auto property = predict::parse_property(text);
  if (!property) return base::failure(property.error());
  if (predict::temporal_operators(*property) > predict::kMostTemporal)
    return base::failure(base::ErrorCode::usage,
                         fmt::format("more than {} of AG, EF, AF, EG, AU, EU", predict::kMostTemporal),
                         "--property");
  return {};
}

base::Result<void> decide_property(const std::string& text, const predict::Computation& computation,
                                   const std::string& run_file, Limits& limits, finding::Report& report) {
  const auto property = predict::parse_property(text);
  if (!property) return base::failure(property.error());
  if (auto known = predict::check_races(*property, computation, text); !known) return known;
  Progress progress("states");
  std::uint64_t seen = 0;
  std::mutex mutex;
  const auto visited = [&](std::uint64_t more) {
    const std::lock_guard lock(mutex);
    progress.show(seen += more);
  };
  auto decided = (is_about_states(*property) ? decide_by_states : decide_by_levels)(
      text, *property, computation, limits, visited);
  if (!decided) return base::failure(decided.error());
  if (!decided->complete)
    report.verdict.doubt(fmt::format("{}; the property is not decided", limits.reason()));
  if (decided->finding) {
    if (!run_file.empty() && !is_other_rank()) {
      if (auto written =
              write_run(run_file, computation.names(), computation.events(), decided->finding->run);
          !written)
        return written;
      decided->finding->finding.notes.push_back(fmt::format("That run is written to {}.", run_file));
    }
    report.findings.push_back(std::move(decided->finding->finding));
  }
  if (decided->states > 0) report.statistics.push_back({"states", decided->states});
  report.statistics.push_back({"algorithm", decided->algorithm});
  return {};
}

}  // namespace heddle::cli
