// SPDX-License-Identifier: Apache-2.0
#include "finding/finding.h"

#include <array>

namespace heddle::finding {
namespace {

struct KindWords {
  std::string_view name;
  std::string_view meaning;
};
constexpr KindWords kKinds[] = {
#define HEDDLE_FINDING(enumerator, name, meaning) {name, meaning},
#include "finding/kind.def"
#undef HEDDLE_FINDING
};

}  // namespace

std::string_view name(Kind kind) { return kKinds[static_cast<std::size_t>(kind)].name; }
std::string_view meaning(Kind kind) { return kKinds[static_cast<std::size_t>(kind)].meaning; }

std::vector<Kind> all_kinds() {
  return {
#define HEDDLE_FINDING(enumerator, name, meaning) Kind::enumerator,
#include "finding/kind.def"
#undef HEDDLE_FINDING
  };
}

std::string_view name(Certainty certainty) {
  constexpr std::array<std::string_view, 4> kNames = {"observed", "certain", "possible", "potential"};
  return kNames[static_cast<std::size_t>(certainty)];
}

std::string_view name(Verdict::Outcome outcome) {
  constexpr std::array<std::string_view, 3> kNames = {"clean", "findings", "inconclusive"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::string_view name(Protection::Rule rule) {
  constexpr std::array<std::string_view, 7> kNames = {"locks",  "thread-local", "read-only", "handed-over",
                                                      "atomic", "pairwise",     "shared"};
  return kNames[static_cast<std::size_t>(rule)];
}

Step step_from(const event::Event& event, event::Position position, const event::Names& names) {
  Step step;
  step.event = position;
  step.thread = names.threads[event.thread];
  step.operation = event::name(event.operation);
  step.target = names.describe_target(event);
  if (event.location.exists()) step.location = names.locations[event.location];
  if (event.stack.exists())
    for (const event::LocationId frame : names.stacks[event.stack])
      step.stack.push_back(names.locations[frame]);
  if (event.has_value) step.value = event.value;
  return step;
}

}  // namespace heddle::finding
