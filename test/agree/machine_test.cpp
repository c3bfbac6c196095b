// SPDX-License-Identifier: Apache-2.0
// Every reduction against the unreduced search: the same assertions fail, the same states are final, the same
// deadlocks and races exist; incremental inference against restarting; both ways to ensure condition C. On
// thousands of random programs, endless loops included. A failing program is shrunk and printed.
#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "agree/machine_facts.h"
#include "random/machine_program.h"
#include "report/reporter.h"
#include "stateful/machine_search.h"

namespace heddle {
namespace {

using stateful::ConditionC;
using stateful::Inference;
using stateful::MachineSearchOptions;
using stateful::MachineSearchResult;
using stateful::RaceCheck;
using stateful::Reduction;

void agree(const MachineSearchOptions& reduced, Races races_compared, std::uint64_t first_seed,
           std::size_t ranks = 0) {
  MachineSearchOptions unreduced = plain();
  unreduced.races = reduced.races;
  std::uint64_t compared = 0;
  const std::uint64_t count = ranks > 0 ? programs() / 10 : programs();
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    bool complete = false;
    const auto differ = [&](const random::MachineProgram& program) {
      const Facts expected = facts(program, ranks > 0 ? reduced : unreduced);
      const Facts found = facts(program, reduced, ranks);
      complete = expected.complete && found.complete;
      return difference(expected, found, races_compared);
    };
    const random::MachineProgram program = random::random_machine_program(seed);
    const std::string wrong = differ(program);
    if (wrong.empty()) {
      compared += complete ? 1 : 0;
      continue;
    }
    const random::MachineProgram small =
        random::shrunk(program, [&](const random::MachineProgram& p) { return !differ(p).empty(); });
    FAIL() << "seed " << seed << ": " << differ(small) << "\n" << random::text(small);
  }
  // The others have too many states to be searched without a reduction.
  EXPECT_GE(compared, count * 95 / 100);
}

MachineSearchOptions with(Reduction reduction) {
  MachineSearchOptions options = plain();
  options.reduction = reduction;
  options.symmetry = true;
  options.machine.private_memory = true;
  return options;
}

TEST(MachineAgree, LeftMovers) { agree(with(Reduction::left_movers), Races::each, 1); }
TEST(MachineAgree, Transactions) { agree(with(Reduction::transactions), Races::each, 1); }

TEST(MachineAgree, TransactionsComponents) {
  MachineSearchOptions options = with(Reduction::transactions);
  options.condition_c = ConditionC::components;
  agree(options, Races::each, 100000);
}

TEST(MachineAgree, TransactionsRestarting) {
  MachineSearchOptions options = with(Reduction::transactions);
  options.inference = Inference::restarting;
  agree(options, Races::each, 1);
}

// The states shared out between ranks. Where the order of the search makes no difference the numbers of states and steps
// are those of one process.
TEST(MachineAgree, RanksCountTheSame) {
  for (std::uint64_t seed = 1; seed <= programs() / 10; ++seed) {
    const random::MachineProgram source = random::random_machine_program(seed);
    const program::Program program = random::built(source);
    MachineSearchOptions options = plain();
    if (seed % 2 == 0) {
      options.reduction = Reduction::transactions;
      options.inference = Inference::restarting;
      options.machine.private_memory = true;
    }
    const MachineSearchResult alone = stateful::search_machine(program, options);
    const MachineSearchResult shared = search_by_ranks(program, options, 1 + seed % 4);
    if (!alone.verdict.reasons().empty()) continue;
    ASSERT_EQ(alone.states, shared.states) << "seed " << seed << "\n" << random::text(source);
    if (seed % 2 == 1) {
      ASSERT_EQ(alone.steps, shared.steps) << "seed " << seed << "\n" << random::text(source);
    }
  }
}
// Stopped after a few states again and again, kept in a file, and gone on with by another number of ranks: what is found and counted is what a search finds that nobody stopped.
MachineSearchResult search_in_stages(const program::Program& program, const MachineSearchOptions& options,
                                     std::uint64_t seed, unsigned& stages) {
  const std::string file = fmt::format("{}/heddle-stages-{}-{}.hck", testing::TempDir(), getpid(), seed);
  MachineSearchOptions own = options;
  own.checkpoints.file = file;
  own.checkpoints.write = [](const finding::Finding& finding) {
    finding::Report report;
    report.findings = {finding};
    return report::format_json(report, {});
  };
  own.checkpoints.read = [](const std::string& text) -> base::Result<finding::Finding> {
    auto report = report::read_json(text);
    if (!report) return base::failure(report.error());
    return report->findings.at(0);
  };
  own.limit_states = 1 + seed % 20;
  MachineSearchResult result;
  for (stages = 0; stages < 12; ++stages) {
    if (stages == 11) own.limit_states = options.limit_states;
    result = search_by_ranks(program, own, 1 + (seed + stages) % 4);
    EXPECT_EQ(result.refused, "");
    if (!result.was_stopped) break;
    if (std::filesystem::exists(file)) own.checkpoints.resume = file;
    own.limit_states += 1 + result.states / 2;
  }
  std::filesystem::remove(file);
  return result;
}

TEST(MachineAgree, Stages) {
  std::uint64_t stopped = 0;
  for (std::uint64_t seed = 1; seed <= programs() / 10; ++seed) {
    const random::MachineProgram source = random::random_machine_program(seed);
    const program::Program program = random::built(source);
    MachineSearchOptions options = seed % 3 == 0 ? with(Reduction::transactions) : plain();
    if (seed % 3 == 1) {
      options.reduction = Reduction::transactions;
      options.inference = Inference::restarting;
      options.machine.private_memory = true;
    }
    options.symmetry = seed % 6 == 0;
    unsigned stages = 0;
    const MachineSearchResult whole = stateful::search_machine(program, options);
    const MachineSearchResult result = search_in_stages(program, options, seed, stages);
    if (!whole.verdict.reasons().empty()) continue;
    stopped += stages;
    const auto kinds = [](const MachineSearchResult& of) {
      std::set<std::string_view> all;
      for (const finding::Finding& finding : of.findings) all.insert(finding::name(finding.kind));
      return all;
    };
    ASSERT_EQ(kinds(whole), kinds(result)) << "seed " << seed << "\n" << random::text(source);
    ASSERT_TRUE(result.verdict.reasons().empty()) << "seed " << seed << ": " << result.verdict.reasons()[0];
    if (seed % 3 != 0) {
      ASSERT_EQ(whole.final_states, result.final_states) << "seed " << seed << "\n" << random::text(source);
      ASSERT_EQ(whole.states, result.states) << "seed " << seed << "\n" << random::text(source);
    }
    if (seed % 3 == 2 && whole.findings.empty()) {
      ASSERT_EQ(whole.steps, result.steps) << "seed " << seed << "\n" << random::text(source);
    }
  }
  EXPECT_GT(stopped, 0U);
}
TEST(MachineAgree, RanksTransactions) { agree(with(Reduction::transactions), Races::each, 1, 3); }
TEST(MachineAgree, RanksRestarting) {
  MachineSearchOptions options = with(Reduction::transactions);
  options.inference = Inference::restarting;
  agree(options, Races::some, 5000, 2);
}
TEST(MachineAgree, RanksGoldilocks) {
  MachineSearchOptions options = with(Reduction::goldilocks);
  options.races = RaceCheck::summary;
  agree(options, Races::some, 7000, 4);
}

// States up to the numbers of blocks and threads, against all states: with every reduction that uses them.
// Final states are compared without the globals that hold such numbers. Programs that push blocks without end
// are cut early: their states only grow.
void agree_up_to_symmetry(Reduction reduction, ConditionC condition) {
  std::uint64_t merged = 0, given_up = 0, compared = 0;
  const std::uint64_t count = std::max<std::uint64_t>(programs() / 4, 1);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    MachineSearchOptions exact = plain();
    exact.limit_states = 2500;
    MachineSearchOptions symmetric = with(reduction);
    symmetric.limit_states = 2500;
    symmetric.condition_c = condition;
    const auto differ = [&](const random::MachineProgram& program, bool& complete) {
      Facts expected = facts(program, exact);
      Facts found = facts(program, symmetric);
      complete = expected.complete && found.complete;
      for (Facts* each : {&expected, &found}) {
        std::set<std::vector<std::uint8_t>> variables;
        for (std::vector<std::uint8_t> bytes : each->final_states) {
          bytes.resize(64);
          variables.insert(std::move(bytes));
        }
        each->final_states = std::move(variables);
      }
      return difference(expected, found, Races::each);
    };
    const random::MachineProgram program = random::random_symmetric_program(seed);
    const MachineSearchResult result = stateful::search_machine(random::built(program), symmetric);
    merged += result.merged > 0 ? 1 : 0;
    given_up += result.without_symmetry.empty() ? 0 : 1;
    bool complete = false;
    const std::string wrong = differ(program, complete);
    compared += complete ? 1 : 0;
    if (wrong.empty()) continue;
    const random::MachineProgram small = random::shrunk(
        program, [&](const random::MachineProgram& p) { return !differ(p, complete).empty(); });
    FAIL() << "seed " << seed << ": " << differ(small, complete) << "\n" << random::text(small);
  }
  // Both happen: states are merged, and programs that look at numbers are noticed.
  EXPECT_GT(compared, count / 2);
  EXPECT_GT(merged, count / 10);
  EXPECT_GT(given_up, 0U);
}

TEST(MachineAgree, SymmetryUnreduced) { agree_up_to_symmetry(Reduction::none, ConditionC::bounded); }
TEST(MachineAgree, SymmetryLeftMovers) { agree_up_to_symmetry(Reduction::left_movers, ConditionC::bounded); }
TEST(MachineAgree, SymmetryTransactions) {
  agree_up_to_symmetry(Reduction::transactions, ConditionC::bounded);
}
TEST(MachineAgree, SymmetryComponents) {
  agree_up_to_symmetry(Reduction::transactions, ConditionC::components);
}

// The tests above can fail: each rule that a reduction needs is missed when it is left out.
std::string first_difference(const MachineSearchOptions& reduced, std::uint64_t seeds) {
  for (std::uint64_t seed = 1; seed < seeds; ++seed) {
    const random::MachineProgram program = random::random_machine_program(seed);
    const std::string wrong = difference(facts(program, plain()), facts(program, reduced), Races::not_at_all);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

TEST(MachineAgree, ConditionCIsNeeded) {
  MachineSearchOptions options = with(Reduction::transactions);
  options.condition_c = ConditionC::off;
  EXPECT_NE(first_difference(options, 4000), "");
}

TEST(TransactionsErrata, DeadlocksNeedTheirRules) {
  // Deadlocks are still reported, but nothing keeps right movers from hiding them.
  MachineSearchOptions options = with(Reduction::transactions);
  options.deadlock_rules = false;
  EXPECT_EQ(first_difference(options, 3000).rfind("deadlock missed", 0), 0U);
}

// Missed without condition C.
TEST(TransactionsErrata, ALeftMoverPartThatNeverEndsHidesNothing) {
  using random::Statement;
  random::MachineProgram program;
  program.threads = {
      {{.kind = Statement::Kind::section, .x = 0}, {.kind = Statement::Kind::loop, .constant = 1}},
      {{.kind = Statement::Kind::check, .x = 0, .constant = 0}}};
  for (const ConditionC condition : {ConditionC::bounded, ConditionC::components}) {
    MachineSearchOptions options = with(Reduction::transactions);
    options.condition_c = condition;
    EXPECT_EQ(facts(program, options).errors.size(), 1U);
  }
}

TEST(MachineAgree, Goldilocks) {
  MachineSearchOptions options = with(Reduction::goldilocks);
  options.races = RaceCheck::summary;
  agree(options, Races::some, 6000);
}

}  // namespace
}  // namespace heddle
