// SPDX-License-Identifier: Apache-2.0
// One transaction of one thread: right movers (phase *before*), one operation that commits it, left movers
// (phase *after*), up to the next state where others may run. The rules are told in machine_search.cpp.
#include <algorithm>

#include <fmt/format.h>

#include "stateful/search_parts.h"

namespace heddle::stateful {
namespace {

constexpr std::uint32_t kLongTransaction = 200;

}  // namespace

StateNumber Search::act(StateNumber from, std::uint32_t mark, Move move) {
  const ThreadNumber me = move.thread;
  bool after = mark != kBetween && (mark & 1) != 0;
  if (options_.reduction == Reduction::left_movers) after = true;
  relied_.clear();
  transaction_effects_.clear();
  ++result_.transactions;
  std::uint32_t steps = 0;
  StateNumber made = kNoState;
  bool stored = false;
  bool failed = false;
  bool woke_for_nothing = false;
  bool is_still = true;
  bool looks = false;
  bool only_chose = mark == kBetween;  // and did nothing else yet
  while (true) {
    const Pending next = machine_.pending(me);
    woke_for_nothing = woke_for_nothing || (steps == 0 && next.spurious);
    if (steps == 0 && with_rights_) rights_ = movers_->annotations().rights(machine_);
    const bool inside_atomic = machine_.exists(me) && !machine_.exited() && machine_.in_atomic(me);
    Judgement judgement = judge(me, next, steps == 0 ? move.alternative : 0);
    const bool accesses = next.size != 0 && (options_.reduction == Reduction::none || judgement.exposed);
    if (steps > 0) {
      if (judgement.enters && only_chose) judgement.cut = false;  // report_intruder() looks behind choices
      const std::optional<std::uint32_t> inside =
          end_of_transaction(next, judgement, after, inside_atomic, me, steps);
      if (inside) {
        is_still_edge_ = !woke_for_nothing && is_still && goes_on(me);
        made = store_here(from, *inside, move, steps);
        stored = true;
        break;
      }
    }
    if (!judgement.violation.empty()) {
      report_here({.kind = finding::Kind::lock_misuse,
                   .message = judgement.violation,
                   .thread = me,
                   .location = next.location,
                   .address = next.address},
                  from, move, steps);
      break;
    }
    if (accesses && options_.races == RaceCheck::adjacent) check_adjacent(from, move, steps, next);
    const bool atomic_step = inside_atomic || next.kind == Pending::Kind::atomic_begin;
    if (atomic_step) held_.assign(machine_.held(me).begin(), machine_.held(me).end());
    if (steps > 0 && with_rights_ && report_intruder(from, move, steps)) break;
    const bool alone = options_.tell_sharing && machine_.alone(me);
    const Outcome outcome = machine_.step(me, steps == 0 ? move.alternative : 0);
    if (options_.tell_sharing) sharing_.note(machine_, me, alone, alike_);
    only_chose = only_chose && next.kind == Pending::Kind::choose && steps < kLooksBehindChoices;
    ++steps;
    ++result_.steps;
    is_still = is_still && changes_nothing(machine_.effects());
    looks = looks || looks_at_something(next, machine_.effects());
    if (with_summary_) summarise(from, move, steps, next);
    if (atomic_step && outcome == Outcome::done && !look_into_atomic(from, move, steps)) break;
    if (options_.order == SearchOrder::heuristic)
      transaction_effects_.insert(transaction_effects_.end(), machine_.effects().begin(),
                                  machine_.effects().end());
    if (steps > 1 && shuts_others_out(next, outcome, after, me)) {
      made = store_before(from, move, steps - 1);
      stored = true;
      is_still = false;
      break;
    }
    if (outcome == Outcome::problem) {
      // The thread has gone wrong, and goes nowhere from here; the others do.
      const program::Problem problem = machine_.problem();
      if (!machine_.exited()) machine_.stop(me);
      const std::string seen =
          fmt::format("problem {} {} {}", static_cast<int>(problem.kind), problem.location, problem.address);
      if (seen_.insert(seen).second) report_here(problem, from, move, steps);
      is_still_edge_ = false;
      made = store_here(from, kBetween, move, steps);
      stored = failed = true;
      break;
    }
    if (outcome == Outcome::unsupported) {
      const std::string doubt = fmt::format("not supported: {}", machine_.unsupported_reason());
      if (seen_.insert("doubt " + doubt).second) result_.verdict.doubt(doubt);
      break;
    }
    if (outcome == Outcome::pruned) break;
    if (with_rights_ && changes_rights(from, move, steps, next.location)) break;
    if (stopped_) break;
    if (options_.reduction == Reduction::left_movers ||
        (judgement.mover != Mover::right && judgement.mover != Mover::both))
      after = true;
  }
  if (options_.livelocks && !woke_for_nothing)
    note_stillness(from, me, stored && !failed && is_still ? reached_ : kNoState, looks);
  if (!stored) current_words_.clear();
  if (!relied_.empty()) nodes_.rely(from, sets_.with(nodes_[from].relied, relied_));
  return made;
}

// Does what was just taken have no end that others see? Then it begins a transaction, for what came before it counts: an
// assumption that fails behind what commits, as nobody can make it come true. And goldilocks believes that what a
// transaction does commutes until it has seen otherwise, so others must get to show it. They do after the transaction;
// but not if nobody is there after it, nor if it is in an atomic block that does not end.
bool Search::shuts_others_out(const Pending& taken, Outcome outcome, bool after, ThreadNumber me) const {
  const bool trusts = options_.reduction == Reduction::goldilocks;
  if (outcome == Outcome::pruned) return after || trusts;
  if (!trusts) return false;
  if (taken.kind != Pending::Kind::atomic_begin || machine_.alone(me)) return false;
  return outcome != Outcome::done || machine_.exited() || !machine_.exists(me) || machine_.in_atomic(me);
}

Judgement Search::judge(ThreadNumber me, const Pending& next, std::uint32_t alternative) {
  if (needs_rights(me, next)) {
    Judgement judgement = judge_rights(me, next, alternative);
    if (options_.reduction != Reduction::none && next.kind == Pending::Kind::atomic_begin &&
        movers_->cuts_before_block(machine_, me, next, relied_)) {
      judgement.cut = true;
      judgement.enters = false;
    }
    return judgement;
  }
  if (options_.reduction != Reduction::none && next.kind != Pending::Kind::nothing)
    return movers_->judge(machine_, me, next, relied_);
  Judgement judgement;
  judgement.violation = movers_->violation(machine_, me, next);
  return judgement;
}

// Before the next step: the mark of the state that the transaction ends in, if it does.
std::optional<std::uint32_t> Search::end_of_transaction(const Pending& next, const Judgement& judgement,
                                                        bool after, bool inside_atomic, ThreadNumber me,
                                                        std::uint32_t steps) const {
  if (next.kind == Pending::Kind::nothing || next.alternatives == 0 || next.spurious ||
      next.kind == Pending::Kind::local)
    return kBetween;
  if (!inside_atomic) {
    if (options_.reduction == Reduction::none) return kBetween;
    const bool plain_alone =
        next.kind == Pending::Kind::access && !next.atomic && judgement.mover == Mover::none;
    if (after ? judgement.mover != Mover::both && judgement.mover != Mover::left
              : judgement.cut || (plain_alone && options_.races == RaceCheck::adjacent))
      return kBetween;
  }
  if (next.alternatives <= 1 && steps < kLongTransaction) return std::nullopt;
  // Goldilocks trusts executions it has seen: a right-mover part must end too, or others never follow it.
  const bool goes_on =
      options_.reduction != Reduction::goldilocks && (!after || options_.condition_c != ConditionC::bounded);
  return goes_on ? marked(me, after) : kBetween;
}

// What the last step did, to what happens-before remembers; and the races that this shows.
void Search::summarise(StateNumber from, Move move, std::uint32_t steps, const Pending& next) {
  const bool learns = options_.reduction == Reduction::goldilocks;
  races_.clear();
  if (learns)
    for (const program::Effect& effect : machine_.effects())  // h does not follow them
      if (effect.trusted && event::is_access(effect.operation))
        movers_->protections().revoke(effect.target, effect.size);
  summary_.apply(machine_.effects(), races_, machine_.alone(move.thread));
  if (summary_.found_exposed_object()) restart_ = true;
  for (const SummaryRace& race : races_) {
    if (learns) movers_->protections().revoke(race.address, race.size);
    if (options_.races == RaceCheck::off || next.trusted ||
        movers_->annotations().is_benign(race.address, race.size))
      continue;
    const std::string seen = fmt::format("summary {} {} {} {}", race.address, race.effect.location,
                                         race.earlier_is_write, static_cast<int>(race.effect.operation));
    if (!seen_.insert(seen).second) continue;
    report(from, move, steps,
           [this, race](const History& history) { return summary_race_of(machine_, race, history); });
  }
}

void Search::report_here(const program::Problem& problem, StateNumber from, Move move, std::uint32_t steps) {
  report(from, move, steps,
         [this, problem](const History& history) { return finding_of(machine_, problem, history); });
}

// The accesses of an atomic block happen at once, but they count.
bool Search::look_into_atomic(StateNumber from, Move move, std::uint32_t steps) {
  if (machine_.exists(move.thread)) {
    const std::span<const Word> now = machine_.held(move.thread);
    std::erase_if(held_, [&](Word lock) { return !std::binary_search(now.begin(), now.end(), lock); });
  }
  const std::vector<program::Effect> effects = machine_.effects();
  if (const std::string wrong = movers_->note_atomic(machine_, effects, held_, rights_); !wrong.empty()) {
    report_misuse(wrong, from, move, steps, effects.back().location);
    return false;
  }
  if (options_.races != RaceCheck::adjacent) return true;
  for (const program::Effect& effect : effects) {
    if (!event::is_access(effect.operation)) continue;
    Pending done;
    done.kind = Pending::Kind::access;
    done.writes = event::writes(effect.operation);
    done.atomic = event::is_atomic(effect.operation);
    done.address = effect.target;
    done.size = effect.size;
    done.location = effect.location;
    done.trusted = effect.trusted;
    check_adjacent(from, move, steps, done);
  }
  return true;
}

// An annotation that is not true.
void Search::report_misuse(const std::string& message, StateNumber from, Move move, std::uint32_t steps,
                           std::uint32_t location) {
  report_here(
      {.kind = finding::Kind::lock_misuse, .message = message, .thread = move.thread, .location = location},
      from, move, steps);
}

}  // namespace heddle::stateful
