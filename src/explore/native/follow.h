// SPDX-License-Identifier: Apache-2.0
// A schedule that was predicted from a recording, on the program itself.
//
// The plan is a list of what the recorded threads did, in another order. Control stops threads only before some of that:
// not before a release, a fork, or an access that nobody races with. So each thread has its own place in the plan, and
// what it stands before is looked up from there on, by kind and line, up to the next step that must stop it. What stands
// before that has happened unseen. The first step of the plan that has not happened says whose turn it is. A thread that
// stands before something the plan does not have (a library's own lock, an access that was not recorded a second time)
// goes on; one that must wait lets the others go on with theirs. Where a thread passes a step that must have stopped it,
// or comes to one that the recording does not have there, it has taken another branch. The first such place is told.
// The plan is followed on as far as it goes: what it is for may happen all the same.
//
// Stacks have no lines here. Those that `stacks` does not know count as right if the kind is, and are handed out, so
// that the next run knows them.
#pragma once

#include "explore/native/given.h"
#include "explore/replay.h"
#include "runtime/control/failures.h"

namespace heddle::explore {

// What came of it; in shared memory.
struct Following {
  std::uint32_t passed = 0;  // steps of the plan
  bool is_over = false;      // all of them, and whoever meets has had its turn
  bool strayed = false;
  std::uint32_t expected =
      0;                 // the step of the plan that was passed over, or its number of steps: none was left
  control::Place where;  // what the thread came to instead
  std::uint32_t unknown_count = 0;
  static constexpr std::size_t kUnknown = 512;
  control::Place unknown[kUnknown];
};

class Follow final : public Replay {
 public:
  Follow(Arena& arena, const Given& given, Following& following);
  void begin() override;
  Thread choose(const Moment& moment) override;
  void order(Thread earlier, Thread later) override;

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  struct Planned {            // a thread of the plan
    std::uint32_t begin = 0;  // in steps_of_
    std::uint32_t end = 0;
    std::uint32_t next = 0;
    Thread thread = control::kNoThread;  // in this execution
    bool has_met = false;                // had its turn when the plan was over
  };
  enum class Stand : std::uint8_t { at_step, elsewhere };

  const schedule::PlannedStep& step(std::uint32_t place) const { return given_->plan[steps_of_[place]]; }
  bool matches(const schedule::PlannedStep& step, control::Action action, std::uint32_t place,
               bool is_known) const;
  std::uint32_t place_of(const control::Place& stands, bool& is_known);
  Stand align(Planned& planned, Thread thread);
  bool was_before(const Planned& planned, std::uint32_t at) const;
  void stray(const Planned& planned, const control::Place& stands);
  Thread by_plan(const Moment& moment);
  Thread anybody_planned(const Moment& moment);
  Thread after_plan(const Moment& moment);

  const Given* given_;
  Following* following_;
  Array<std::uint32_t> steps_of_;  // steps of the plan, by thread
  Array<std::uint32_t> rank_;      // where a step of the plan stands in steps_of_
  Array<Planned> planned_;
  Array<std::uint32_t> whose_;     // threads of this execution → of the plan
  Array<std::uint32_t> children_;  // likewise: how many it has
  std::uint32_t next_ = 0;         // step of the plan
};

}  // namespace heddle::explore
