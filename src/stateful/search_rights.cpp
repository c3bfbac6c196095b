// SPDX-License-Identifier: Apache-2.0
// Exclusive access in general (section 4 of "Transactions for Software Model Checking"): what HEDDLE_EXCLUSIVE speaks of.
//
// An action is a right mover if its thread has the right to all that it accesses when it is done, a left mover if it
// had it before. So an acquire of a mutex that is an integer, with E(t, m) = (m == t), is a right mover, its release a
// left mover, and what lies between both. An action is one access, or an atomic block. It is tried out to know what it
// accesses and who has the right then, and done afterwards.
//
// A plain access needs the right beforehand. An atomic access or a block may do without (an acquire has to), as long as
// it is *safe*: it waits while somebody else has the right. In the paper that is a property of the action; here it is
// one of every state in which a thread stands before the action while another one has the right. There it may look at
// what is the other's, and then nothing may come of it: an assumption fails, or the thread is where it was (it spins).
// Nor may it look at anything else afterwards: whether it waits must not depend on a third thread. Whatever else it does
// is reported. No such state is passed over:
//   - an action without the right begins a transaction, or only choices come before it, so whoever is about to do one
//     stands between transactions, or before such choices;
//   - within a transaction whose thread has a right, everybody else who stands before an atomic access of what it is the
//     right to, or before a block, is tried out. Rights do not change hands by steps of others (the second condition).
// Of all executions that lead to a state in which an action does not wait, take a shortest: no two of its steps are in
// each other's way, so they can be put in an order that the search takes. Then nothing that accesses without the right
// is in the way of a mover, which is what the proof needs (Lemmas B.2 to B.4).
#include <algorithm>

#include <fmt/format.h>

#include "stateful/search_parts.h"

namespace heddle::stateful {

struct Search::Trial {
  Outcome outcome = Outcome::done;
  bool is_block = false;
  bool changes_nothing = false;
  bool goes_on = false;  // inside its block
  std::vector<program::Effect> effects;
  std::vector<std::vector<std::size_t>> needed;  // of each effect: places in rights_
  std::vector<Word> held;                        // throughout
  Rights after;
};

namespace {

bool is_shared_access(const program::Effect& effect) {
  return event::is_access(effect.operation) && !effect.hidden && !effect.call;
}
bool is_block_itself(const program::Effect& effect) {
  return effect.operation == event::Operation::acquire || effect.operation == event::Operation::release;
}

}  // namespace

bool Search::needs_rights(ThreadNumber me, const Pending& next) {
  if (!with_rights_ || next.alternatives == 0 || machine_.alone(me)) return false;
  if (next.kind == Pending::Kind::atomic_begin) return true;
  if (next.kind != Pending::Kind::access) return false;
  const Annotations& annotations = movers_->annotations();
  return !annotations.needed(machine_, rights_, next.address, next.size).empty() ||
         (next.source_size != 0 &&
          !annotations.needed(machine_, rights_, next.source, next.source_size).empty());
}

// The machine is left as it is.
Search::Trial Search::try_step(ThreadNumber thread, std::uint32_t alternative) {
  Trial trial;
  program::State before, after;
  machine_.capture(before);
  trial.is_block = machine_.pending(thread).kind == Pending::Kind::atomic_begin;
  trial.held.assign(machine_.held(thread).begin(), machine_.held(thread).end());
  trial.outcome = machine_.step(thread, alternative);
  trial.effects = machine_.effects();
  if (trial.outcome == Outcome::done) {
    machine_.capture(after);
    trial.changes_nothing = before == after;
    trial.goes_on = machine_.exists(thread) && !machine_.exited() && machine_.in_atomic(thread);
    trial.after = movers_->annotations().rights(machine_);
    if (machine_.exists(thread)) {
      const std::span<const Word> now = machine_.held(thread);
      std::erase_if(trial.held, [&](Word lock) { return !std::binary_search(now.begin(), now.end(), lock); });
    }
  }
  machine_.restore(before);
  for (const program::Effect& effect : trial.effects)
    trial.needed.push_back(is_shared_access(effect)
                               ? movers_->annotations().needed(machine_, rights_, effect.target, effect.size)
                               : std::vector<std::size_t>());
  return trial;
}

// Words if the action does not keep away from what is another's.
std::string Search::intrusion(const Trial& trial, ThreadNumber thread) const {
  for (std::size_t i = 0; i < trial.effects.size(); ++i)
    for (const std::size_t place : trial.needed[i]) {
      if (!rights_[place].has_another_than(thread)) continue;
      const bool looks_further = std::any_of(
          trial.effects.begin() + static_cast<std::ptrdiff_t>(i) + 1, trial.effects.end(),
          [](const program::Effect& effect) { return !effect.hidden && !is_block_itself(effect); });
      const bool waits = trial.outcome == Outcome::pruned || trial.changes_nothing;
      if (waits && !looks_further) return {};
      return fmt::format("`{}` is accessed by a thread that `{}` does not give access to, but gives {}",
                         machine_.describe(trial.effects[i].target, trial.effects[i].size),
                         movers_->annotations().predicate(machine_, rights_[place]),
                         machine_.thread_name(rights_[place].holders.front()));
    }
  return {};
}

// What the action accesses, to what is learned of protection: a right is a lock that its holder has.
void Search::note_accesses(const Trial& trial, ThreadNumber me, Judgement& judgement) {
  LockInference& protections = movers_->protections();
  for (std::size_t i = 0; i < trial.effects.size(); ++i) {
    const program::Effect& effect = trial.effects[i];
    if (!is_shared_access(effect)) {
      if (!effect.hidden && !is_block_itself(effect)) judgement.mover = Mover::none;
      continue;
    }
    std::vector<Word> locks = trial.held;
    bool has_right = true;
    for (const std::size_t place : trial.needed[i]) {
      has_right = has_right && rights_[place].has(me);
      locks.push_back(Annotations::as_lock(rights_[place]));
    }
    const bool is_protected =
        options_.reduction == Reduction::goldilocks || !has_right
            ? protections.touch(effect.target, effect.size, relied_)
            : protections.access(machine_, me, effect.target, effect.size,
                                 event::writes(effect.operation) || movers_->reads_conflict, locks, relied_);
    if (is_protected && has_right) continue;
    judgement.exposed = true;
    if (!is_protected) judgement.mover = Mover::none;
  }
}

Judgement Search::judge_rights(ThreadNumber me, const Pending& next, std::uint32_t alternative) {
  Judgement judgement;
  judgement.violation = movers_->violation(machine_, me, next);
  const Trial trial = try_step(me, alternative);
  if (judgement.violation.empty()) judgement.violation = intrusion(trial, me);
  bool before = true, afterwards = true, is_needed = false;
  for (std::size_t i = 0; i < trial.effects.size(); ++i)
    for (const std::size_t place : trial.needed[i]) {
      const Right& right = rights_[place];
      is_needed = true;
      if (!right.has(me) && !trial.is_block && !event::is_atomic(trial.effects[i].operation) &&
          judgement.violation.empty())
        judgement.violation = fmt::format("`{}` is accessed by a thread that `{}` does not give access to",
                                          machine_.describe(next.address, next.size),
                                          movers_->annotations().predicate(machine_, right));
      before = before && right.has(me);
      afterwards =
          afterwards && std::any_of(trial.after.begin(), trial.after.end(), [&](const Right& now) {
            return now.annotation == right.annotation && now.instance == right.instance && now.has(me);
          });
    }
  // Who spins ends its transaction, as who is blocked does.
  judgement.cut = !before || trial.changes_nothing;
  judgement.enters = !before && !trial.changes_nothing;
  if (options_.reduction == Reduction::none || !judgement.violation.empty() ||
      trial.outcome != Outcome::done || trial.goes_on || trial.changes_nothing) {
    judgement.exposed = true;
    return judgement;
  }
  if (trial.is_block && options_.reduction == Reduction::goldilocks) {
    judgement.cut = true;
    return judgement;
  }
  // Without rights a block is what it always was, since others may look at the same all the time.
  if (trial.is_block && !is_needed) return judgement;
  judgement.mover =
      before ? (afterwards ? Mover::both : Mover::left) : (afterwards ? Mover::right : Mover::none);
  if (options_.reduction == Reduction::goldilocks && judgement.mover != Mover::both) {
    judgement.mover = Mover::none;
    judgement.cut = judgement.exposed = true;
    return judgement;
  }
  note_accesses(trial, me, judgement);
  return judgement;
}

// Words, and where, if a thread that stands before an action, or before choices that lead to one, would not wait for `me`.
std::string Search::intruder(ThreadNumber other, ThreadNumber me, std::uint32_t& location,
                             std::uint32_t choices) {
  const Pending next = machine_.pending(other);
  const auto reaches = [&](Word address, std::uint64_t size) {
    const auto needed = movers_->annotations().needed(machine_, rights_, address, size);
    return size != 0 && std::any_of(needed.begin(), needed.end(),
                                    [&](std::size_t place) { return rights_[place].has(me); });
  };
  const bool chooses = next.kind == Pending::Kind::choose && choices < kLooksBehindChoices;
  if (!chooses && next.kind != Pending::Kind::atomic_begin &&
      (next.kind != Pending::Kind::access ||
       (!reaches(next.address, next.size) && !reaches(next.source, next.source_size))))
    return {};
  location = next.location;
  std::string wrong;
  for (std::uint32_t alternative = 0; alternative < next.alternatives && wrong.empty(); ++alternative) {
    if (!chooses) {
      wrong = intrusion(try_step(other, alternative), other);
      continue;
    }
    program::State before, after;
    machine_.capture(before);
    const Outcome outcome = machine_.step(other, alternative);
    machine_.capture(after);
    if (outcome == Outcome::done && before != after) wrong = intruder(other, me, location, choices + 1);
    machine_.restore(before);
  }
  return wrong;
}

// Within a transaction of a thread that has rights: does everybody else who could get at them wait?
bool Search::report_intruder(StateNumber from, Move move, std::uint32_t steps) {
  if (std::none_of(rights_.begin(), rights_.end(),
                   [&](const Right& each) { return each.has(move.thread); }) ||
      options_.reduction == Reduction::none || machine_.in_atomic(move.thread))
    return false;
  for (ThreadNumber other = 0; other < machine_.threads(); ++other) {
    if (other == move.thread || !machine_.exists(other)) continue;
    std::uint32_t location = 0;
    const std::string wrong = intruder(other, move.thread, location, 0);
    if (wrong.empty()) continue;
    report_here({.kind = finding::Kind::lock_misuse, .message = wrong, .thread = other, .location = location},
                from, move, steps);
    return true;
  }
  return false;
}

// Those of others, or so that two have them. What was learned of them is brought up to date.
bool Search::changes_rights(StateNumber from, Move move, std::uint32_t steps, std::uint32_t location) {
  Rights now = movers_->annotations().rights(machine_);
  const std::string wrong = movers_->annotations().wrong_rights(machine_, move.thread, rights_, now);
  rights_ = std::move(now);
  if (!wrong.empty()) report_misuse(wrong, from, move, steps, location);
  return !wrong.empty();
}

// A thread that stops inside the left-mover part of its transaction, as an assumption fails that nobody can make come
// true: what it did until then happened.
StateNumber Search::store_before(StateNumber from, Move move, std::uint32_t steps) {
  current_words_.clear();
  restore_words(words_of(from));
  if (with_summary_ && !summary_in_state_) summary_.read(machine_.pool()[summaries_[from]]);
  for (std::uint32_t i = 0; i < steps; ++i) {
    machine_.step(move.thread, i == 0 ? move.alternative : 0);
    races_.clear();
    if (with_summary_) summary_.apply(machine_.effects(), races_, machine_.alone(move.thread));
  }
  is_still_edge_ = false;
  return store_here(from, kBetween, move, steps);
}

}  // namespace heddle::stateful
