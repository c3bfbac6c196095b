// SPDX-License-Identifier: Apache-2.0
// What the machine says of made-up programs (test/random/whole_program.py), with each of its reductions:
//   whole_programs_machine BITCODE NUMBER…
// A line for each program and way: number, way, kinds of findings, outcomes, reasons for doubt, between tabs. An outcome is
// an assertion of whole_programs.h that fails; what cannot be translated is a doubt.
#include <cstdio>
#include <set>
#include <string>

#include <fmt/format.h>

#include "program/translate/load.h"
#include "stateful/machine_search.h"

namespace {

using heddle::stateful::Inference;
using heddle::stateful::MachineSearchOptions;
using heddle::stateful::Reduction;

struct Way {
  const char* name;
  Reduction reduction;
  bool symmetry;
  Inference inference = Inference::incremental;
};
constexpr Way kWays[] = {
    {"machine none", Reduction::none, false},
    {"machine none, symmetry", Reduction::none, true},
    {"machine left-movers", Reduction::left_movers, true},
    {"machine transactions", Reduction::transactions, true},
    {"machine transactions, no symmetry", Reduction::transactions, false},
    {"machine transactions, restarting", Reduction::transactions, true, Inference::restarting},
    {"machine goldilocks", Reduction::goldilocks, true},
};
constexpr std::uint64_t kStates = 20000;

// The line of the assertion, empty if the finding is no outcome.
std::string outcome_of(const heddle::finding::Finding& finding) {
  if (finding.kind != heddle::finding::Kind::assertion || finding.steps.empty()) return "";
  const heddle::event::Location& place = finding.steps.back().location;
  return place.function == "outcome" || place.file.ends_with("whole_programs.h") ? std::to_string(place.line)
                                                                                 : "";
}

void tell(const std::string& number, const char* way, const std::set<std::string>& kinds,
          const std::set<std::string>& outcomes, const std::string& doubts) {
  fmt::print("{}\t{}\t{}\t{}\t{}\n", number, way, fmt::join(kinds, ","), fmt::join(outcomes, ","), doubts);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  heddle::program::CompileOptions compile;
  compile.function = fmt::format("program_{}", argv[2]);
  auto program = heddle::program::load({argv[1]}, compile);
  if (!program) {
    fmt::print(stderr, "{}\n", heddle::base::describe(program.error()));
    return 1;
  }
  for (int i = 2; i < argc; ++i) {
    const std::string name = fmt::format("program_{}", argv[i]);
    for (std::size_t each = 0; each < program->functions.size(); ++each)
      if (program->functions[each].name == name) program->main = static_cast<std::uint32_t>(each);
    for (const Way& way : kWays) {
      MachineSearchOptions options;
      options.reduction = way.reduction;
      options.symmetry = way.symmetry;
      options.inference = way.inference;
      options.limit_states = kStates;
      const auto result = heddle::stateful::search_machine(*program, options);
      std::set<std::string> kinds, outcomes;
      for (const auto& finding : result.findings) {
        const std::string outcome = outcome_of(finding);
        if (outcome.empty())
          kinds.emplace(heddle::finding::name(finding.kind));
        else
          outcomes.insert(outcome);
      }
      tell(argv[i], way.name, kinds, outcomes, fmt::format("{}", fmt::join(result.verdict.reasons(), "; ")));
    }
  }
}
