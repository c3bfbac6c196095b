// SPDX-License-Identifier: Apache-2.0
// The views of a proof cover every concrete state: for each state that two or three threads reach, and each
// of its threads, there is a view at the same node in which every two of the thread's live pointers and the
// shared variables stand to each other as they do in that state. This checks every abstract step, sequential
// and interfering, against its concrete counterpart, in all the heaps the program builds. Under explicit
// memory the states are of real memory, with addresses that are reused; a pointer whose target was freed is
// `freed` in the view for good, whatever its address is used for now.
#include <ostream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "prove/concrete.h"
#include "prove/fixed_point.h"
#include "prove/frontend.h"
#include "prove/liveness.h"

namespace heddle::prove {
namespace {

struct Case {
  std::string program;
  Memory memory;
  Distances distances = Distances::coarse;
};
std::string name_of(const testing::TestParamInfo<Case>& test) {
  return test.param.program + "_" + name(test.param.memory) +
         (test.param.distances == Distances::fine ? "_fine" : "");
}
void PrintTo(const Case& what, std::ostream* out) { *out << what.program << " under " << name(what.memory); }

class Coverage : public testing::TestWithParam<Case> {
 protected:
  // The pointers that matter at a node: shared variables, then live locals.
  std::vector<Variable> pointers_at(NodeId node) const {
    std::vector<Variable> found;
    for (int shared = 1; shared <= static_cast<int>(program_.shared.size()); ++shared)
      found.push_back(shared);
    if (node == kIdle) return found;
    const Function& function = program_.function(program_.function_of[static_cast<std::size_t>(node)]);
    for (int local : live_[static_cast<std::size_t>(node)])
      if (function.locals[static_cast<std::size_t>(local)].kind == LocalKind::pointer)
        found.push_back(program_.local_variable(local));
    return found;
  }

  template <class Relation>
  std::string signature(NodeId node, std::size_t pointers, Relation relation) const {
    std::string text = std::to_string(node) + ":";
    for (std::size_t x = 0; x < pointers; ++x) {
      for (int end = 0; end < kEnds; ++end) text.push_back(static_cast<char>('0' + relation(x, -1 - end)));
      for (std::size_t y = 0; y < x; ++y)
        text.push_back(static_cast<char>('0' + relation(x, static_cast<int>(y))));
    }
    return text;
  }

  std::string of_view(const View& view) const {
    const NodeId node = view.parts[0].node;
    std::vector<Slot> slots;
    for (Variable variable : pointers_at(node))
      slots.push_back(program_.is_local(variable)
                          ? view.parts[0].slot[static_cast<std::size_t>(program_.local_of(variable))]
                          : kEnds + variable - 1);
    return signature(node, slots.size(), [&](std::size_t x, int y) {
      return view.shape.at(slots[x], y < 0 ? -1 - y : slots[static_cast<std::size_t>(y)]);
    });
  }

  // Cells are addresses from 1; null is 0, undefined -1, freed -2: the negated slots of the ends.
  std::string of_sight(const Sight& sight) const {
    std::vector<int> addresses;
    for (Variable variable : pointers_at(sight.node))
      addresses.push_back(program_.is_local(variable)
                              ? sight.locals[static_cast<std::size_t>(program_.local_of(variable))]
                              : sight.shared[static_cast<std::size_t>(variable) - 1]);
    const auto steps = [&](int from, int to) {
      int count = 0;
      while (from > 0 && from != to) from = sight.next[static_cast<std::size_t>(from) - 1], ++count;
      return from == to ? count : -1;
    };
    return signature(sight.node, addresses.size(), [&](std::size_t x, int other) -> Relations {
      const int from = addresses[x];
      const int to = other < 0 ? other + 1 : addresses[static_cast<std::size_t>(other)];
      if (const int forward = steps(from, to); forward >= 0) return ahead(forward, GetParam().distances);
      if (const int backward = steps(to, from); backward >= 0)
        return mirror(ahead(backward, GetParam().distances));
      return kUnrelated;
    });
  }

  Program program_;
  std::vector<Layout> live_;
};

TEST_P(Coverage, EveryReachedStateHasItsView) {
  auto read = read_program(
      std::string(HEDDLE_SOURCE_DIRECTORY "/test/programs/prove/") + GetParam().program + ".c", {});
  ASSERT_TRUE(read) << base::describe(read.error());
  program_ = *read;
  live_ = live_locals(program_);
  std::set<std::string> covered;
  Options options;
  options.memory = GetParam().memory;
  options.distances = GetParam().distances;
  options.check_shapes = true;
  options.on_view = [&](const View& view) { covered.insert(of_view(view)); };
  ASSERT_TRUE(saturate(program_, Observer(Observer::Rule::values, program_.kind), options).is_proved);
  std::uint64_t seen = 0;
  std::set<std::string> missing;
  for (const auto& [threads, calls] : {std::pair(2, 7), std::pair(3, 5)}) {
    Bounds bounds;
    bounds.threads = threads;
    bounds.calls = bounds.total_calls = calls;
    bounds.max_states = 20'000;
    bounds.explicit_memory = bounds.tracks_lost = GetParam().memory != Memory::gc;
    bounds.on_sight = [&](const Sight& sight) {
      ++seen;
      const std::string signature = of_sight(sight);
      if (covered.count(signature) == 0) missing.insert(signature);
    };
    explore(program_, bounds);
  }
  EXPECT_TRUE(missing.empty()) << missing.size() << " of " << seen << " sights, for instance "
                               << *missing.begin();
  EXPECT_GT(seen, 1000U);
}

INSTANTIATE_TEST_SUITE_P(
    Prove, Coverage,
    testing::Values(
        Case{"atomic_stack", Memory::gc}, Case{"atomic_stack", Memory::own}, Case{"atomic_stack", Memory::mm},
        Case{"atomic_queue", Memory::gc}, Case{"atomic_queue", Memory::own}, Case{"coarse_queue", Memory::gc},
        Case{"coarse_queue", Memory::own}, Case{"coarse_queue", Memory::mm},
        Case{"two_lock_queue", Memory::gc}, Case{"two_lock_queue", Memory::own},
        Case{"two_lock_queue", Memory::mm}, Case{"treiber", Memory::gc}, Case{"treiber_tagged", Memory::gc},
        Case{"treiber_tagged", Memory::own}, Case{"treiber_tagged", Memory::mm}, Case{"ms_queue", Memory::gc},
        Case{"dglm_queue", Memory::gc}, Case{"treiber_tagged", Memory::own, Distances::fine},
        Case{"two_lock_queue", Memory::mm, Distances::fine}, Case{"dglm_queue", Memory::gc, Distances::fine}),
    name_of);

// The slowest one.
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, Coverage, testing::Values(Case{"ms_queue_tagged", Memory::own}),
                         name_of);

}  // namespace
}  // namespace heddle::prove
