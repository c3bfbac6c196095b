// SPDX-License-Identifier: Apache-2.0
// Exclusive access by predicates, with every reduction, against the unreduced search: on thousands of random programs whose
// locks are integers, taken and given back in several ways, and that keep to what they say or do not. Who does not is
// reported by all; of the others the same assertions fail, and the same states are final.
#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agree/machine_facts.h"

namespace heddle {
namespace {

using stateful::ConditionC;
using stateful::MachineSearchOptions;
using stateful::Reduction;

bool is_misused(const Facts& facts) {
  return std::any_of(facts.errors.begin(), facts.errors.end(),
                     [](const std::string& error) { return error.starts_with("lock-misuse"); });
}

// What comes of an annotation that is not true depends on where it was noticed.
std::string differ(const Facts& expected, const Facts& found) {
  if (!expected.complete || !found.complete) return {};
  if (is_misused(expected) != is_misused(found))
    return is_misused(found) ? "misuse invented" : "misuse missed";
  return is_misused(expected) ? std::string() : difference(expected, found, Races::each);
}

struct Counts {
  std::uint64_t compared = 0, clean = 0, misused = 0;
  std::uint64_t states = 0, states_unreduced = 0;
};

Counts agree(const MachineSearchOptions& reduced, std::uint64_t first_seed) {
  Counts counts;
  const std::uint64_t count = std::max<std::uint64_t>(programs() / 3, 1);  // each takes long
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    const random::MachineProgram program = random::random_program_with_rights(seed);
    const auto wrong = [&](const random::MachineProgram& each) {
      return differ(facts(each, plain()), facts(each, reduced));
    };
    const Facts expected = facts(program, plain());
    const Facts found = facts(program, reduced);
    if (differ(expected, found).empty()) {
      counts.compared += expected.complete && found.complete ? 1 : 0;
      counts.misused += is_misused(expected) ? 1 : 0;
      counts.clean += expected.errors.empty() && expected.races.empty() ? 1 : 0;
      continue;
    }
    const random::MachineProgram small =
        random::shrunk(program, [&](const random::MachineProgram& each) { return !wrong(each).empty(); });
    ADD_FAILURE() << "seed " << seed << ": " << wrong(small) << "\n" << random::text(small);
    return counts;
  }
  EXPECT_GE(counts.compared, count * 9 / 10);
  EXPECT_GT(counts.misused, count / 20);  // both happen
  EXPECT_GT(counts.clean, count / 20);
  return counts;
}

MachineSearchOptions with(Reduction reduction) {
  MachineSearchOptions options = plain();
  options.reduction = reduction;
  options.machine.private_memory = true;
  return options;
}

TEST(RightsAgree, LeftMovers) { agree(with(Reduction::left_movers), 1); }
TEST(RightsAgree, Transactions) { agree(with(Reduction::transactions), 1); }
TEST(RightsAgree, TransactionsComponents) {
  MachineSearchOptions options = with(Reduction::transactions);
  options.condition_c = ConditionC::components;
  agree(options, 50000);
}
TEST(RightsAgree, TransactionsRestarting) {
  MachineSearchOptions options = with(Reduction::transactions);
  options.inference = stateful::Inference::restarting;
  agree(options, 70000);
}

}  // namespace
}  // namespace heddle
