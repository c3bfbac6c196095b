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

// Empty if the finding is none of them.
std::string outcome_of(const heddle::finding::Finding& finding) {
  const auto at = finding.message.find("!\"outcome");
  if (at == std::string::npos) return "";
  const auto first = at + 9;
  return finding.message.substr(first, finding.message.find('"', first) - first);
}

void tell(const std::string& number, const char* way, const std::set<std::string>& kinds,
          const std::set<std::string>& outcomes, const std::string& doubts) {
  fmt::print("{}\t{}\t{}\t{}\t{}\n", number, way, fmt::join(kinds, ","), fmt::join(outcomes, ","), doubts);
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    heddle::program::CompileOptions compile;
    compile.function = fmt::format("program_{}", argv[i]);
    const auto program = heddle::program::load({argv[1]}, compile);
    if (!program) {
      std::string why = heddle::base::describe(program.error());
      for (char& each : why)
        if (each == '\n') each = ' ';
      tell(argv[i], "machine", {}, {}, why);
      continue;
    }
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
