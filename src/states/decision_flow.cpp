// SPDX-License-Identifier: Apache-2.0
#include "states/decision_flow.h"

#include <utility>

namespace heddle::states {

using order::exclude;
using order::LockInterval;

std::string_view name(Class which) {
  switch (which) {
    case Class::consistent:
      return "consistent";
    case Class::feasible:
      return "feasible";
    case Class::lock_free:
      return "lock-free";
    case Class::strongly_feasible:
      return "strongly-feasible";
    case Class::viable:
      return "viable";
    case Class::reachable:
      break;
  }
  return "reachable";
}

std::string_view name(Reason reason) {
  switch (reason) {
    case Reason::inconsistent:
      return "inconsistent";
    case Reason::incompatible:
      return "incompatible";
    case Reason::lock_free:
      return "lock-free";
    case Reason::cycle:
      return "cycle";
    case Reason::viable:
      return "viable";
    case Reason::two_threads:
      return "two-threads";
    case Reason::searched:
      return "search";
    case Reason::solved:
      return "solver";
    case Reason::bound:
      break;
  }
  return "bound";
}

DecisionFlow::DecisionFlow(const Loset& loset, ReachLimits limits, std::shared_ptr<WholeForm> whole)
    : loset_(&loset),
      limits_(std::move(limits)),
      window_(loset),
      whole_(whole ? std::move(whole) : std::make_shared<WholeForm>(loset)) {}

bool DecisionFlow::end_unreachable() { return whole_->form() == nullptr; }

bool DecisionFlow::strongly_feasible_above(const State& reset, const State& state) {
  return window_.compute(reset, state);
}

bool DecisionFlow::strongly_feasible(const State& state) {
  return feasible(*loset_, state) && strongly_feasible_above(greatest_lock_free(*loset_, state), state);
}

bool DecisionFlow::viable(const State& state) {
  if (!feasible(*loset_, state)) return false;
  const NormalForm* whole = whole_->form();
  if (whole == nullptr || !whole->consistent(state)) return false;
  // Every section that has ended comes before every open one of its lock, in all runs to the end. The last
  // one of each thread stands for its earlier ones.
  for (std::size_t t = 0; t < state.size(); ++t)
    for (const std::uint32_t open : loset_->held(t, state[t])) {
      const LockInterval& held = loset_->intervals(t)[open];
      for (std::size_t u = 0; u < state.size(); ++u) {
        if (u == t) continue;
        const auto others = loset_->intervals_of(u, held.lock);
        for (std::size_t k = others.size(); k-- > 0;) {
          const LockInterval& other = loset_->intervals(u)[others[k]];
          if (other.release > state[u] || !exclude(other, held)) continue;
          if (whole->seen(t, held.acquire, u) < other.release) return false;
          break;
        }
      }
    }
  return true;
}

Decision DecisionFlow::decide(const State& state) {
  Decision decision;
  const auto decided = [&](Answer answer, Reason reason) {
    decision.reachable = answer;
    decision.reason = reason;
    return decision;
  };
  decision.reset = loset_->initial();
  if (!consistent(*loset_, state)) return decided(Answer::no, Reason::inconsistent);
  if (!compatible(*loset_, state)) return decided(Answer::no, Reason::incompatible);
  decision.reset = greatest_lock_free(*loset_, state);
  if (decision.reset != state)
    if (State weaker = greatest_reset(*loset_, state); weaker != decision.reset && !end_unreachable())
      decision.reset = std::move(weaker);
  if (decision.reset == state) return decided(Answer::yes, Reason::lock_free);
  if (!strongly_feasible_above(decision.reset, state)) return decided(Answer::no, Reason::cycle);
  std::size_t moving = 0;
  for (std::size_t t = 0; t < state.size(); ++t) moving += state[t] > decision.reset[t];
  if (moving <= 2) return decided(Answer::yes, Reason::two_threads);
  if (viable(state)) return decided(Answer::yes, Reason::viable);
  std::string_view method;
  const Reach found = reach(*loset_, decision.reset, exactly(state), limits_, &method);
  decision.work = found.work;
  if (found.answer == Answer::unknown) return decided(Answer::unknown, Reason::bound);
  return decided(found.answer, method == "search" ? Reason::searched : Reason::solved);
}

Answer DecisionFlow::belongs(Class which, const State& state) {
  const auto answer = [](bool is) { return is ? Answer::yes : Answer::no; };
  switch (which) {
    case Class::consistent:
      return answer(consistent(*loset_, state));
    case Class::feasible:
      return answer(feasible(*loset_, state));
    case Class::lock_free:
      return answer(lock_free_feasible(*loset_, state));
    case Class::strongly_feasible:
      return answer(strongly_feasible(state));
    case Class::viable:
      return answer(viable(state));
    case Class::reachable:
      break;
  }
  return decide(state).reachable;
}

}  // namespace heddle::states
