// SPDX-License-Identifier: Apache-2.0
// The fixed point computes what others make of a scene, once for all of its views, with effects cut down to what is
// felt. Here the same views are computed one by one: each new view takes its steps, and meets every step of every
// view that others can feel, whole as it is. Every view found so is among those of the fixed point.
#include <deque>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "prove/domain/interference.h"
#include "prove/domain/scene.h"
#include "prove/fixpoint/start.h"
#include "prove/front/frontend.h"
#include "source_directory.h"

namespace heddle::prove {
namespace {

struct Case {
  std::string program;
  Memory memory;
  Observer::Rule rule = Observer::Rule::values;
  bool addresses = false;
};
std::string name_of(const testing::TestParamInfo<Case>& test) {
  const char* rule = test.param.rule == Observer::Rule::values  ? "values"
                     : test.param.rule == Observer::Rule::order ? "order"
                                                                : "undefined";
  return test.param.program + "_" + name(test.param.memory) + "_" + rule +
         (test.param.addresses ? "_addresses" : "");
}
void PrintTo(const Case& what, std::ostream* out) { *out << what.program << " under " << name(what.memory); }

class Scenes : public testing::TestWithParam<Case> {
 protected:
  const Function* function(const View& view) const { return function_at(program_, view.parts[0].node); }
  const Layout& live(const View& view) const { return live_[at(view.parts[0].node)]; }
  // There and back, so that what nobody ever asks for is the same.
  View plain(const View& view, const Frame& frame) const {
    const Parted parted = part_view(view, live(view), function(view), frame);
    return whole_view(parted.scene, parted.rest, live(view), function(view), frame);
  }
  std::string bytes_of(const View& view, const Frame& frame) const {
    return pack(plain(view, frame), live(view), function(view), frame);
  }
  std::set<std::string> one_by_one(const Observer& observer, const Options& options,
                                   const Frame& frame) const;

  Program program_;
  std::vector<Layout> live_;
};

std::set<std::string> Scenes::one_by_one(const Observer& observer, const Options& options,
                                         const Frame& frame) const {
  struct Step {
    View view;
    const Edge* edge;
  };
  std::set<std::string> known, known_steps;
  std::vector<View> views;
  std::vector<Step> steps;
  std::deque<View> open;
  const auto reach = [&](const View& view) {
    if (known.insert(bytes_of(view, frame)).second) open.push_back(plain(view, frame));
  };
  const auto meet = [&](const View& victim, const Step& step) {
    View both;
    const Function& theirs = *function(step.view);
    if (!combine(victim, step.view, live(step.view), theirs, frame, both)) return;
    Stepper stepper(program_, frame, observer, options.memory, live_);
    stepper.interfere(*step.edge, both, reach);
  };
  for (View& view : start(program_, frame, observer, options, live_).idle) reach(view);
  while (!open.empty()) {
    const View view = open.front();
    open.pop_front();
    views.push_back(view);
    for (const Step& step : steps) meet(view, step);
    Stepper stepper(program_, frame, observer, options.memory, live_);
    if (view.parts[0].node == kIdle) stepper.call(view, reach);
    if (frame.reclaims) stepper.reclaim(view, reach);
    for (const Edge& edge : program_.edges) {
      if (edge.from != view.parts[0].node) continue;
      bool is_felt = false;
      stepper.take(edge, view, [&](View& next) {
        is_felt |= next.is_felt;
        reach(next);
      });
      EXPECT_FALSE(stepper.alarm()) << stepper.alarm()->message;
      if (!is_felt) continue;
      Step step{view, &edge};
      step.view.reclamation.forget_guards();
      const std::string name = bytes_of(step.view, frame) + std::to_string(&edge - program_.edges.data());
      if (!known_steps.insert(name).second) continue;
      steps.push_back(step);
      for (const View& victim : views) meet(victim, steps.back());
    }
  }
  return known;
}

TEST_P(Scenes, ViewsOneByOneAreAmongThem) {
  auto read = read_program(source_directory() + "/test/programs/prove/" + GetParam().program + ".c", {});
  ASSERT_TRUE(read) << base::describe(read.error());
  program_ = *read;
  live_ = live_locals(program_);
  const Observer observer(GetParam().rule, program_.kind);
  Options options;
  options.memory = GetParam().memory;
  options.addresses = GetParam().addresses;
  const Frame frame = frame_of(program_, observer, options);
  std::set<std::string> found;
  options.on_view = [&](const View& view) { found.insert(bytes_of(view, frame)); };
  ASSERT_TRUE(saturate(program_, observer, options).is_proved);
  std::size_t missing = 0;
  const std::set<std::string> expected = one_by_one(observer, options, frame);
  for (const std::string& view : expected) missing += found.contains(view) ? 0 : 1;
  EXPECT_EQ(missing, 0U) << "of " << expected.size();
  EXPECT_GT(expected.size(), 50U);
  // What effects do not keep could let more views in, but does not.
  EXPECT_EQ(found.size(), expected.size());
}

INSTANTIATE_TEST_SUITE_P(Prove, Scenes,
                         testing::Values(Case{"treiber", Memory::gc}, Case{"coarse_queue", Memory::own},
                                         Case{"coarse_queue", Memory::gc, Observer::Rule::order},
                                         Case{"two_lock_queue", Memory::gc},
                                         Case{"treiber_tagged", Memory::own, Observer::Rule::undefined},
                                         Case{"treiber_hazard", Memory::own, Observer::Rule::undefined},
                                         Case{"treiber_epoch", Memory::own, Observer::Rule::undefined},
                                         Case{"locked_pop", Memory::own, Observer::Rule::undefined, true},
                                         Case{"deferred_stack", Memory::gc}),
                         name_of);

}  // namespace
}  // namespace heddle::prove
