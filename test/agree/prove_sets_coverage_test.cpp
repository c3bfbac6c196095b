// SPDX-License-Identifier: Apache-2.0
// The views of a set's proof cover every concrete state: for each state that two or three threads reach, each of its
// threads and each key k that could be the watched one, there is a view at the same node with the same argument, locks
// and conditions, in which every two of the live pointers, the shared variables and the cell with key k stand to each
// other as they do there, and whatever the view says of a cell (its key, mark, owner, lock) is so.
#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "prove/concrete/concrete_state.h"
#include "prove/front/frontend.h"
#include "prove/front/movers.h"
#include "prove/sets/hints.h"
#include "prove/sets/set_proof.h"
#include "source_directory.h"

namespace heddle::prove::sets {
namespace {

constexpr auto at(int index) { return static_cast<std::size_t>(index); }

struct Case {
  std::string program;
  Memory memory;
  std::uint64_t max_states = 6'000;
};
std::string name_of(const testing::TestParamInfo<Case>& test) {
  return test.param.program + "_" + name(test.param.memory);
}
void PrintTo(const Case& what, std::ostream* out) { *out << what.program << " under " << name(what.memory); }

Places place_of_key(int key, int k) {
  if (key == concrete::kUndefinedValue) return kUnwritten;
  if (key == concrete::kLeastKey) return kLeast;
  if (key == concrete::kGreatestKey) return kGreatest;
  return key < k ? kBelow : key == k ? kEqualKey : kAbove;
}

// A thread in a state, with k chosen: what must be in a view, in the order of the view's slots.
struct Scene {
  const std::vector<Sight>& sights;
  std::size_t thread;
  int k;
  std::vector<int> addresses;  // shared variables, the member, live pointers
  const Sight& sight() const { return sights[thread]; }
};

class SetCoverage : public testing::TestWithParam<Case> {
 protected:
  const Function& function_at_node(NodeId node) const {
    return program_.function(program_.function_of[at(node)]);
  }
  std::vector<int> live(NodeId node, LocalKind kind) const {
    std::vector<int> found;
    if (node == kIdle) return found;
    for (int local : live_[at(node)])
      if (function_at_node(node).locals[at(local)].kind == kind) found.push_back(local);
    return found;
  }

  static int steps(const std::vector<int>& next, int from, int to) {
    int count = 0;
    while (from > 0 && from != to) from = next[at(from) - 1], ++count;
    return from == to ? count : -1;
  }

  // What must be the same.
  template <class Relation, class Locked>
  static std::string signature(NodeId node, Places argument, std::uint32_t locks, std::size_t pointers,
                               Relation relation, Locked locked) {
    std::string text =
        std::to_string(node) + ":" + std::to_string(argument) + ":" + std::to_string(locks) + ":";
    for (std::size_t x = 0; x < pointers; ++x) {
      text.push_back(locked(x) ? 'L' : ' ');
      for (int end = 0; end < kEnds; ++end) text.push_back(static_cast<char>('0' + relation(x, -1 - end)));
      for (std::size_t y = 0; y < x; ++y)
        text.push_back(static_cast<char>('0' + relation(x, static_cast<int>(y))));
    }
    return text;
  }

  std::vector<Slot> slots_of(const SetView& view) const {
    std::vector<Slot> slots;
    for (Slot slot = kEnds; slot < frame_.fixed(); ++slot) slots.push_back(slot);
    for (int local : live(view.parts[0].node, LocalKind::pointer))
      slots.push_back(view.parts[0].slot[at(local)]);
    return slots;
  }

  std::string of_view(const SetView& view) const {
    const SetPart& part = view.parts[0];
    const std::vector<Slot> slots = slots_of(view);
    std::string text = signature(
        part.node, part.argument, part.locks, slots.size(),
        [&](std::size_t x, int y) { return view.shape.at(slots[x], y < 0 ? -1 - y : slots[at(y)]); },
        [&](std::size_t x) { return (part.locked & bit(slots[x])) != 0 && slots[x] >= frame_.fixed(); });
    for (int local : live(part.node, LocalKind::flag)) text.push_back(part.flag[at(local)] != 0 ? '1' : '0');
    return text;
  }

  std::string of_scene(const Scene& scene) const {
    const Sight& sight = scene.sight();
    std::string text = signature(
        sight.node, sight.node == kIdle ? Places{0} : place_of_key(sight.argument, scene.k), sight.locks,
        scene.addresses.size(),
        [&](std::size_t x, int other) -> Relations {
          const int from = scene.addresses[x];
          const int to = other < 0 ? other + 1 : scene.addresses[at(other)];
          if (const int forward = steps(sight.next, from, to); forward >= 0)
            return ahead(forward, Distances::coarse);
          if (const int backward = steps(sight.next, to, from); backward >= 0)
            return mirror(ahead(backward, Distances::coarse));
          return kUnrelated;
        },
        [&](std::size_t x) {
          const int address = scene.addresses[x];
          return x >= at(frame_.fixed() - kEnds) && address > 0 &&
                 sight.holders[at(address) - 1] == static_cast<int>(scene.thread);
        });
    for (int local : live(sight.node, LocalKind::flag))
      text.push_back(sight.locals[at(local)] != 0 ? '1' : '0');
    return text;
  }

  bool others_reach(const Scene& scene, int address) const {
    const auto reaches = [&](int from) { return steps(scene.sight().next, from, address) >= 0; };
    if (std::ranges::any_of(scene.sight().shared, reaches)) return true;
    for (std::size_t other = 0; other < scene.sights.size(); ++other) {
      if (other == scene.thread) continue;
      for (int local : live(scene.sights[other].node, LocalKind::pointer))
        if (reaches(scene.sights[other].locals[at(local)])) return true;
    }
    return false;
  }

  // Whatever the view says is so.
  bool is_so(const SetView& view, const Scene& scene) const {
    const SetPart& part = view.parts[0];
    const Sight& sight = scene.sight();
    const std::vector<Slot> slots = slots_of(view);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const int address = scene.addresses[i];
      if (address <= 0) continue;
      const int key = sight.keys[at(address) - 1];
      if ((view.key[at(slots[i])] & place_of_key(key, scene.k)) == 0) return false;
      if (part.argument != 0 && (part.to_argument[at(slots[i])] & place_of_key(key, sight.argument)) == 0)
        return false;
      const int mark = sight.marks[at(address) - 1];
      const Marks one = mark == concrete::kNeverMarked ? kMarkUnwritten : mark != 0 ? kMarked : kNotMarked;
      if (frame_.has_marks && (view.mark[at(slots[i])] & one) == 0) return false;
      if ((part.own & bit(slots[i])) != 0 && others_reach(scene, address)) return false;
      if ((view.made & bit(slots[i])) != 0 && sight.holders[at(address) - 1] == concrete::kNoLock)
        return false;
    }
    for (int local : live(part.node, LocalKind::data)) {
      const KeyValue& value = part.keys[at(local)];
      const int key = sight.locals[at(local)];
      if ((value.key & place_of_key(key, scene.k)) == 0) return false;
      if (part.argument != 0 && (value.to_argument & place_of_key(key, sight.argument)) == 0) return false;
    }
    return true;
  }

  bool is_covered(const Scene& scene) const {
    const auto found = views_.find(of_scene(scene));
    return found != views_.end() &&
           std::ranges::any_of(found->second, [&](const SetView& view) { return is_so(view, scene); });
  }

  // Every thread with every key.
  void look(const std::vector<Sight>& sights, int keys) {
    for (std::size_t thread = 0; thread < sights.size(); ++thread)
      for (int k = 1; k <= keys; ++k) {
        Scene scene{sights, thread, k, sights[thread].shared};
        int member = 0;
        for (int head : scene.sight().shared)
          for (int cell = head; cell > 0; cell = scene.sight().next[at(cell) - 1])
            if (scene.sight().keys[at(cell) - 1] == k) member = cell;
        scene.addresses.push_back(member);
        for (int local : live(scene.sight().node, LocalKind::pointer))
          scene.addresses.push_back(scene.sight().locals[at(local)]);
        ++seen_;
        if (!is_covered(scene) && missing_++ == 0) instance_ = of_scene(scene);
      }
  }

  Program program_;
  SetFrame frame_;
  std::vector<Layout> live_;
  std::map<std::string, std::vector<SetView>> views_;
  std::uint64_t seen_ = 0, missing_ = 0;
  std::string instance_;
};

TEST_P(SetCoverage, EveryReachedStateHasItsView) {
  auto read = read_program(source_directory() + "/test/programs/prove/sets/" + GetParam().program + ".c", {});
  ASSERT_TRUE(read) << base::describe(read.error());
  program_ = with_hints(GetParam().memory == Memory::gc ? merge_locked(*read) : *read);
  live_ = live_locals(program_);
  Options options;
  options.memory = GetParam().memory;
  bool is_proved = false;
  for (const SetFrame& reading : readings(program_)) {
    if (is_proved) break;
    frame_ = reading;
    views_.clear();
    is_proved = saturate(program_, frame_, options, [&](const SetView& view) {
                  views_[of_view(view)].push_back(view);
                }).is_proved;
  }
  ASSERT_TRUE(is_proved);
  for (const auto& [threads, calls, keys] : {std::tuple(2, 4, 2), std::tuple(3, 3, 2), std::tuple(2, 3, 3)}) {
    Bounds bounds;
    bounds.threads = threads;
    bounds.calls = bounds.total_calls = calls;
    bounds.keys = keys;
    bounds.max_states = GetParam().max_states;
    bounds.explicit_memory = bounds.tracks_lost = GetParam().memory != Memory::gc;
    bounds.on_sight = [&, keys = keys](const std::vector<Sight>& sights) { look(sights, keys); };
    explore(program_, bounds);
  }
  std::printf("%llu scenes\n", static_cast<unsigned long long>(seen_));
  EXPECT_EQ(missing_, 0U) << "of " << seen_ << " scenes, for instance " << instance_;
  EXPECT_GT(seen_, 5'000U);
}

INSTANTIATE_TEST_SUITE_P(Prove, SetCoverage,
                         testing::Values(Case{"coarse_list", Memory::gc}, Case{"coarse_list", Memory::own},
                                         Case{"hand_over_hand", Memory::gc},
                                         Case{"hand_over_hand", Memory::own},
                                         Case{"vechev_yahav_list", Memory::gc}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(DISABLED_ProveLong, SetCoverage,
                         testing::Values(Case{"lazy_list", Memory::gc, 100'000},
                                         Case{"optimistic_list", Memory::gc, 100'000},
                                         Case{"vechev_yahav_list", Memory::gc, 100'000},
                                         Case{"hand_over_hand", Memory::own, 100'000},
                                         Case{"coarse_list", Memory::own, 100'000}),
                         name_of);

}  // namespace
}  // namespace heddle::prove::sets
