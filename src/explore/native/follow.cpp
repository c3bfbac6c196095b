// SPDX-License-Identifier: Apache-2.0
#include "explore/native/follow.h"

#include <sys/mman.h>

#include "explore/native/session.h"
#include "runtime/control/world.h"

namespace heddle::explore {
namespace {

using control::Action;
using control::Place;
using control::world;
using schedule::PlannedStep;

enum class Family : std::uint8_t { read, write, atomic, other };
Family family_of(Action action) {
  switch (action) {
    case Action::read:
      return Family::read;
    case Action::write:
      return Family::write;
    case Action::atomic_load:
    case Action::atomic_store:
    case Action::atomic_rmw:
      return Family::atomic;
    default:
      return Family::other;
  }
}
Action action_of(const PlannedStep& step) { return static_cast<Action>(step.action); }

// Control stops every thread before these.
bool must_stop(Action action) {
  switch (action) {
    case Action::acquire:
    case Action::acquire_shared:
    case Action::try_failed:
    case Action::try_failed_shared:
    case Action::atomic_load:
    case Action::atomic_store:
    case Action::atomic_rmw:
      return true;
    default:
      return false;
  }
}

bool is_ready(const Moment& moment, Thread thread) {
  return thread < moment.threads.size() && moment.threads[thread].state == ThreadView::State::ready;
}
bool is_over(const Moment& moment, Thread thread) {
  return moment.threads[thread].state == ThreadView::State::ended;
}

Place standing(Thread thread) {
  const control::Controlled& stopped = *world.all[thread];
  return control::place_of(stopped, stopped.doing, stopped.doing_address, 0, stopped.doing_pc);
}

}  // namespace

Follow::Follow(Arena& arena, const Given& given, Following& following)
    : Replay(arena, {}),
      given_(&given),
      following_(&following),
      steps_of_(arena),
      rank_(arena),
      planned_(arena),
      whose_(arena),
      children_(arena) {
  const std::size_t steps = given.plan.size();
  planned_.resize(given.planned.size());
  for (const PlannedStep& each : given.plan) ++planned_[each.thread].end;
  std::uint32_t used = 0;
  for (Planned& each : planned_) {
    each.begin = used;
    used += each.end;
    each.end = each.begin;
  }
  steps_of_.resize(steps);
  rank_.resize(steps);
  for (std::uint32_t i = 0; i < steps; ++i) {
    rank_[i] = planned_[given.plan[i].thread].end++;
    steps_of_[rank_[i]] = i;
  }
  for (Planned& each : planned_) each.next = each.begin;
}

void Follow::begin() {
  Replay::begin();
  planned_[0].thread = 0;
  whose_.resize(1, kNobody);
  children_.resize(1, 0);
  whose_[0] = 0;
}

// The first word of a thread is that its parent's steps come before its own.
void Follow::order(Thread earlier, Thread later) {
  if (later < whose_.size() && (later == 0 || whose_[later] != kNobody - 1)) return;
  if (later >= whose_.size()) {
    whose_.resize(later + 1, kNobody - 1);  // not seen yet
    children_.resize(later + 1, 0);
  }
  whose_[later] = kNobody;
  const std::uint32_t child = ++children_[earlier];
  for (std::uint32_t i = 1; i < planned_.size(); ++i) {
    const schedule::PlannedThread& thread = given_->planned[i];
    if (thread.parent != whose_[earlier] || thread.child != child) continue;
    whose_[later] = i;
    planned_[i].thread = later;
  }
}

std::uint32_t Follow::place_of(const Place& stands, bool& is_known) {
  const std::uint64_t key = schedule::stack_key({stands.pcs, stands.frames});
  std::size_t low = 0, high = given_->stacks.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (given_->stacks[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  is_known = low < given_->stacks.size() && given_->stacks[low].key == key;
  if (is_known) return given_->stacks[low].place;
  for (std::uint32_t i = 0; i < following_->unknown_count; ++i)
    if (schedule::stack_key({following_->unknown[i].pcs, following_->unknown[i].frames}) == key)
      return schedule::kNoPlace;
  if (following_->unknown_count < Following::kUnknown)
    following_->unknown[following_->unknown_count++] = stands;
  return schedule::kNoPlace;
}

bool Follow::matches(const PlannedStep& step, Action action, std::uint32_t place, bool is_known) const {
  if (family_of(action_of(step)) != family_of(action)) return false;
  if (is_known && place != schedule::kNoPlace && step.place != schedule::kNoPlace) return step.place == place;
  return action_of(step) == action || family_of(action) == Family::atomic;
}

// Has this thread done the same there before: another round of a loop?
bool Follow::was_before(const Planned& planned, std::uint32_t at) const {
  for (std::uint32_t i = at; i-- > planned.begin;)
    if (step(i).place == step(at).place && step(i).action == step(at).action) return true;
  return false;
}

void Follow::stray(const Planned& planned, const Place& stands) {
  if (following_->strayed) return;
  following_->strayed = true;
  following_->expected =
      planned.next < planned.end ? steps_of_[planned.next] : static_cast<std::uint32_t>(given_->plan.size());
  following_->where = stands;
}

// Brings the thread's place in the plan to what it stands before.
Follow::Stand Follow::align(Planned& planned, Thread thread) {
  const Place stands = standing(thread);
  bool is_known = false;
  const std::uint32_t place = place_of(stands, is_known);
  const auto fits = [&](std::uint32_t at) { return matches(step(at), stands.action, place, is_known); };
  std::uint32_t at = planned.next;
  for (; at < planned.end; ++at) {
    if (fits(at)) {
      planned.next = at;
      return Stand::at_step;
    }
    if (must_stop(action_of(step(at)))) break;
  }
  if (at == planned.end) {  // all that is left has happened unseen
    planned.next = at;
    return Stand::at_step;
  }
  if (!must_stop(stands.action) || place == schedule::kNoPlace) return Stand::elsewhere;
  // It has passed a step that would have stopped it, or comes to one too many.
  std::uint32_t later = at;
  bool rounds = true;
  while (later < planned.end && !fits(later)) {
    rounds &= !must_stop(action_of(step(later))) || was_before(planned, later);
    ++later;
  }
  if (later == planned.end) {
    bool seen = false;  // one more round of a loop is no other branch
    for (std::uint32_t i = planned.begin; i < at && !seen; ++i) seen = fits(i);
    planned.next = seen ? planned.next : at;
    if (!seen) stray(planned, stands);
    return Stand::elsewhere;
  }
  if (!rounds) {
    planned.next = at;
    stray(planned, stands);
  }
  planned.next = later;
  return Stand::at_step;
}

// The first step of the plan that has not happened, if its thread can go on.
Thread Follow::by_plan(const Moment& moment) {
  for (; next_ < given_->plan.size(); ++next_) {
    Planned& planned = planned_[given_->plan[next_].thread];
    const std::uint32_t at = rank_[next_];
    if (at < planned.next) continue;
    const Thread thread = planned.thread;
    const bool exists = thread != control::kNoThread && thread < moment.threads.size() &&
                        moment.threads[thread].state != ThreadView::State::absent;
    if (!exists || is_over(moment, thread)) {
      if (!must_stop(action_of(given_->plan[next_]))) continue;
      if (!exists) return control::kNoThread;  // it is not forked yet
      continue;
    }
    const Stand stand = align(planned, thread);
    if (stand == Stand::at_step && planned.next > at) continue;
    if (!is_ready(moment, thread)) return control::kNoThread;
    if (stand == Stand::at_step) ++planned.next;
    return thread;
  }
  return control::kNoThread;
}

// Whose step comes first in the plan of those who can go on. Whoever has none left stays where it is.
Thread Follow::anybody_planned(const Moment& moment) {
  Planned* first = nullptr;
  for (Planned& planned : planned_) {
    if (planned.thread == control::kNoThread || !is_ready(moment, planned.thread)) continue;
    align(planned, planned.thread);
    if (planned.next < planned.end && (first == nullptr || steps_of_[planned.next] < steps_of_[first->next]))
      first = &planned;
  }
  if (first == nullptr) return control::kNoThread;
  if (align(*first, first->thread) == Stand::at_step && first->next < first->end) ++first->next;
  return first->thread;
}

// Whoever has a part in it once, then all as they like.
Thread Follow::after_plan(const Moment& moment) {
  for (std::uint32_t i = 0; i < planned_.size(); ++i) {
    Planned& planned = planned_[i];
    if (!given_->planned[i].meets || planned.has_met || planned.thread == control::kNoThread) continue;
    planned.has_met = true;
    if (is_ready(moment, planned.thread)) return planned.thread;
  }
  following_->is_over = true;
  if (moment.current != control::kNoThread) return moment.current;
  Thread thread = 0;
  while (!is_ready(moment, thread)) ++thread;
  return thread;
}

Thread Follow::choose(const Moment& moment) {
  Thread chosen = by_plan(moment);
  following_->passed = next_;
  if (chosen == control::kNoThread && next_ < given_->plan.size()) {
    chosen = anybody_planned(moment);
    for (Thread thread = 0; chosen == control::kNoThread && thread < moment.threads.size(); ++thread) {
      const bool is_stranger = thread >= whose_.size() || whose_[thread] >= planned_.size();
      if (is_ready(moment, thread) && (is_stranger || !given_->planned[whose_[thread]].meets))
        chosen = thread;
    }
  }
  if (chosen == control::kNoThread) chosen = after_plan(moment);
  choose_thread(chosen);
  return chosen;
}

void Session::follow_given() {
  take_racy();
  void* memory = mmap(nullptr, sizeof(Following), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "address space can be reserved");
  auto* following = new (memory) Following();
  followed_ = following;
  control::forget_failure(*shared_);
  arena_->clear();
  replay_ = arena_->make<Follow>(*arena_, request_.given, *following);
  new (pool_) Pool();
  if (start_worker(0, &Session::replay_once)) supervise(replay_);
  result_->executions = 1;
  set_bound(*result_, "one schedule was run");
  if (shared_->failure.exists) shorten();
  result_->seconds = now() - start_;
}

}  // namespace heddle::explore
