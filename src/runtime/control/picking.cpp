// SPDX-License-Identifier: Apache-2.0
#include "runtime/control/picking.h"

#include "runtime/control/giving_way.h"
#include "runtime/control/locks.h"
#include "runtime/control/loops.h"
#include "runtime/control/turns.h"
#include "runtime/shared/raw.h"

namespace heddle::control {
namespace {

// Nobody can go on. If somebody waits for something outside it may still come, for a while.
bool may_come_from_outside() {
  bool somebody = false;
  for (Thread number = 0; number < world.threads; ++number)
    somebody |= world.all[number]->state == Controlled::State::stopped &&
                world.views[number].next.need == Need::outside;
  if (!somebody) return false;
  constexpr std::uint32_t kPatience = 2000, kPause = 5;
  if (world.shared->waited_outside >= kPatience) {
    doubt(Doubt::cut_execution, "nothing came from outside");
    world.abandoned = true;
    return false;
  }
  world.shared->waited_outside += kPause;
  ++*world.beats;
  static const std::uint32_t never = 0;
  runtime::raw_wait(&never, 0, kPause * std::uint64_t{1'000'000});
  return true;
}

}  // namespace

// A thread that runs a round of its loop again, for those who wait to see what the round changes, would do so
// for ever if it were always preferred: it leaves everything as it was.
Thread ready_after(Thread last) {
  for (Thread number = last + 1;; ++number) {
    if (number >= world.threads) number = 0;
    if (world.views[number].state == ThreadView::State::ready) return number;
  }
}

Controlled* take_turn(Thread chosen) {
  const bool again = world.views[chosen].next.awaited > 0 && changes(*world.all[chosen]) == 0;
  if (again || chosen != world.again) world.again = again ? chosen : kNoThread;
  const Thread in_vain = world.in_vain;
  note_in_vain(chosen, again);
  if (in_vain != kNoThread) will_change(world.views[in_vain].state);
  if (in_vain != kNoThread && in_vain != world.in_vain && world.all[in_vain]->is_sure)
    world.views[in_vain].state = ThreadView::State::ready;  // nothing holds it back any more
  world.last = chosen;
  will_run(*world.all[chosen]);
  goes_on(*world.all[chosen]);
  return world.all[chosen];
}

Controlled* pick_any() {
  for (Thread number = 0; world.unseen > 0 && number < world.threads; ++number) {
    Controlled& thread = *world.all[number];
    if (thread.state == Controlled::State::fresh || thread.state == Controlled::State::resumed)
      return &thread;
  }
  bool any = false;
  bool gave_up = false;  // a thread that could go on
  for (int round = 0; round < 2 && !any && !gave_up; ++round) {
    for (Thread number = 0; number < world.threads; ++number) {
      Controlled& thread = *world.all[number];
      ThreadView& view = world.views[number];
      will_change(view.state);
      if (is_surely_ready(thread)) {
        view.state = ThreadView::State::ready;
        any = true;
        continue;
      }
      switch (thread.state) {
        case Controlled::State::absent:
          view.state = ThreadView::State::absent;
          break;
        case Controlled::State::leaving:
        case Controlled::State::ended:
          view.state = ThreadView::State::ended;
          break;
        default: {
          if (thread.gave_up) [[unlikely]] {
            view.state = ThreadView::State::gave_up;
            gave_up |= thread.awaited_count == 0 || changes(thread) != 0;
            break;
          }
          // Time passes for a wait that has run out often enough only when nothing else can happen.
          bool held_back = thread.timed && !thread.notified && thread.held_back &&
                           (round == 0 || (thread.awaited_count > 0 && changes(thread) == 0));
          if (thread.tired && round == 0 && (available(*thread.waits_for) & 1) == 0) {
            if (!thread.repeats) doubt(Doubt::too_many_tries);
            held_back = true;
          }
          held_back |= round == 0 && gives_way(thread);
          view.state = !held_back && is_ready(thread, view.next, round == 1) ? ThreadView::State::ready
                                                                             : ThreadView::State::blocked;
          any |= view.state == ThreadView::State::ready;
        }
      }
    }
  }
  if (!any && gave_up) {
    world.abandoned = true;
    return nullptr;
  }
  if (!any) return may_come_from_outside() ? pick_any() : nullptr;
  leave_waypoint_if_wanted();
  count_step();
  if (world.steps > world.settings.steps) {
    doubt(Doubt::cut_execution);
    world.abandoned = true;
    return nullptr;
  }
  const Thread chosen = ask_scheduler(0);
  return chosen != kNoThread ? take_turn(chosen) : nullptr;
}

}  // namespace heddle::control
