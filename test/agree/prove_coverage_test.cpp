// SPDX-License-Identifier: Apache-2.0
// The views of a proof cover every concrete state: for each state that two or three threads reach, and each
// of its threads (with two threads a view: every two of them), there is a view at the same nodes in which
// every two of the live pointers and the shared variables stand to each other as they do in that state. This
// checks every abstract step, sequential and interfering, against its concrete counterpart, in all the heaps
// the program builds. Under explicit memory the states are of real memory, with addresses that are reused; a
// pointer whose target was freed is `freed` in the view for good, whatever its address is used for now.
#include <ostream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "prove/concrete/concrete.h"
#include "prove/fixpoint/fixed_point.h"
#include "prove/front/frontend.h"
#include "prove/front/liveness.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

struct Case {
  std::string program;
  Memory memory;
  Distances distances = Distances::coarse;
  int views = 1;
  bool addresses = false;
};
std::string name_of(const testing::TestParamInfo<Case>& test) {
  return test.param.program + "_" + name(test.param.memory) +
         (test.param.distances == Distances::fine ? "_fine" : "") + (test.param.views == 2 ? "_pairs" : "") +
         (test.param.addresses ? "_addresses" : "");
}
void PrintTo(const Case& what, std::ostream* out) { *out << what.program << " under " << name(what.memory); }

class Coverage : public testing::TestWithParam<Case> {
 protected:
  // The live pointers at a node.
  std::vector<int> locals_at(NodeId node) const {
    std::vector<int> found;
    if (node == kIdle) return found;
    const Function& function = program_.function(program_.function_of[static_cast<std::size_t>(node)]);
    for (int local : live_[static_cast<std::size_t>(node)])
      if (function.locals[static_cast<std::size_t>(local)].kind == LocalKind::pointer) found.push_back(local);
    return found;
  }

  template <class Relation>
  static std::string signature(const std::vector<NodeId>& nodes, std::size_t pointers, Relation relation) {
    std::string text;
    for (NodeId node : nodes) text += std::to_string(node) + ":";
    for (std::size_t x = 0; x < pointers; ++x) {
      for (int end = 0; end < kEnds; ++end) text.push_back(static_cast<char>('0' + relation(x, -1 - end)));
      for (std::size_t y = 0; y < x; ++y)
        text.push_back(static_cast<char>('0' + relation(x, static_cast<int>(y))));
    }
    return text;
  }

  // The parts in this order.
  std::string of_view(const View& view, const std::vector<std::size_t>& parts) const {
    std::vector<NodeId> nodes;
    std::vector<Slot> slots;
    for (int shared = 1; shared <= static_cast<int>(program_.shared.size()); ++shared)
      slots.push_back(kEnds + shared - 1);
    for (std::size_t part : parts) {
      nodes.push_back(view.parts[part].node);
      for (int local : locals_at(nodes.back()))
        slots.push_back(view.parts[part].slot[static_cast<std::size_t>(local)]);
    }
    return signature(nodes, slots.size(), [&](std::size_t x, int y) {
      return view.shape.at(slots[x], y < 0 ? -1 - y : slots[static_cast<std::size_t>(y)]);
    });
  }

  // Cells are addresses from 1; null is 0, undefined -1, freed -2: the negated slots of the ends.
  std::string of_sights(const std::vector<const Sight*>& sights) const {
    const std::vector<int>& next = sights[0]->next;
    std::vector<NodeId> nodes;
    std::vector<int> addresses = sights[0]->shared;
    for (const Sight* sight : sights) {
      nodes.push_back(sight->node);
      for (int local : locals_at(sight->node))
        addresses.push_back(sight->locals[static_cast<std::size_t>(local)]);
    }
    const auto steps = [&](int from, int to) {
      int count = 0;
      while (from > 0 && from != to) from = next[static_cast<std::size_t>(from) - 1], ++count;
      return from == to ? count : -1;
    };
    return signature(nodes, addresses.size(), [&](std::size_t x, int other) -> Relations {
      const int from = addresses[x];
      const int to = other < 0 ? other + 1 : addresses[static_cast<std::size_t>(other)];
      if (const int forward = steps(from, to); forward >= 0) return ahead(forward, GetParam().distances);
      if (const int backward = steps(to, from); backward >= 0)
        return mirror(ahead(backward, GetParam().distances));
      return kUnrelated;
    });
  }

  // The signatures a state must be covered by.
  std::vector<std::string> of_state(const std::vector<Sight>& sights) const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < sights.size(); ++i) {
      if (GetParam().views == 1) all.push_back(of_sights({&sights[i]}));
      for (std::size_t j = 0; GetParam().views == 2 && j < i; ++j)
        all.push_back(of_sights({&sights[i], &sights[j]}));
    }
    return all;
  }

  Program program_;
  std::vector<Layout> live_;
};

TEST_P(Coverage, EveryReachedStateHasItsView) {
  auto read = read_program(source_directory() + "/test/programs/prove/" + GetParam().program + ".c", {});
  ASSERT_TRUE(read) << base::describe(read.error());
  program_ = *read;
  live_ = live_locals(program_);
  std::set<std::string> covered;
  Options options;
  options.memory = GetParam().memory;
  options.distances = GetParam().distances;
  options.check_shapes = true;
  options.views = GetParam().views;
  options.addresses = GetParam().addresses;
  options.on_view = [&](const View& view) {
    if (GetParam().views == 1) return void(covered.insert(of_view(view, {0})));
    covered.insert(of_view(view, {0, 1}));
    covered.insert(of_view(view, {1, 0}));
  };
  ASSERT_TRUE(saturate(program_, Observer(Observer::Rule::values, program_.kind), options).is_proved);
  std::uint64_t seen = 0;
  std::set<std::string> missing;
  for (const auto& [threads, calls] : {std::pair(2, 7), std::pair(3, 5)}) {
    Bounds bounds;
    bounds.threads = threads;
    bounds.calls = bounds.total_calls = calls;
    bounds.max_states = 20'000;
    bounds.explicit_memory = bounds.tracks_lost = GetParam().memory != Memory::gc;
    bounds.finds_again = GetParam().addresses;
    bounds.on_sight = [&](const std::vector<Sight>& sights) {
      for (std::string& signature : of_state(sights)) {
        ++seen;
        if (covered.count(signature) == 0) missing.insert(std::move(signature));
      }
    };
    explore(program_, bounds);
  }
  EXPECT_TRUE(missing.empty()) << missing.size() << " of " << seen << " sights, for instance "
                               << *missing.begin();
  EXPECT_GT(seen, 500U);
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
        Case{"dglm_queue", Memory::gc}, Case{"treiber_epoch", Memory::own},
        Case{"treiber_hazard", Memory::own}, Case{"treiber_hazard", Memory::mm},
        Case{"treiber_tagged", Memory::own, Distances::fine},
        Case{"two_lock_queue", Memory::mm, Distances::fine}, Case{"dglm_queue", Memory::gc, Distances::fine},
        Case{"atomic_stack", Memory::mm, Distances::coarse, 2},
        Case{"atomic_queue", Memory::mm, Distances::coarse, 2},
        Case{"atomic_queue", Memory::gc, Distances::fine, 2},
        Case{"coarse_queue", Memory::own, Distances::coarse, 2},
        Case{"deferred_stack", Memory::mm, Distances::coarse, 2},
        Case{"two_lock_queue", Memory::gc, Distances::coarse, 2},
        Case{"treiber", Memory::gc, Distances::coarse, 2},
        Case{"coarse_queue", Memory::own, Distances::coarse, 1, true},
        Case{"treiber_tagged", Memory::own, Distances::coarse, 1, true},
        Case{"locked_pop", Memory::own, Distances::coarse, 1, true},
        Case{"locked_pop", Memory::mm, Distances::coarse, 1, true}),
    name_of);

// The slowest ones.
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, Coverage,
                         testing::Values(Case{"ms_queue_tagged", Memory::own},
                                         Case{"ms_queue_epoch", Memory::own},
                                         Case{"ms_queue_hazard", Memory::own},
                                         Case{"dglm_queue_epoch", Memory::own, Distances::fine},
                                         Case{"dglm_queue_hazard", Memory::own, Distances::fine},
                                         Case{"treiber_tagged", Memory::mm, Distances::coarse, 2},
                                         Case{"two_lock_queue", Memory::mm, Distances::coarse, 2}),
                         name_of);

}  // namespace
}  // namespace heddle::prove
