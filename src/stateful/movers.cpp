// SPDX-License-Identifier: Apache-2.0
#include "stateful/movers.h"

#include <algorithm>

#include <fmt/format.h>

#include "cluster/group.h"

namespace heddle::stateful {

using program::Machine;
using program::Pending;

Movers::Movers(const program::Program& program, Reduction reduction, bool deadlocks, const Alike& alike)
    : alike_(alike),
      reduction_(reduction),
      deadlocks_(deadlocks),
      annotations_(program),
      protections_(alike) {}

std::string Movers::violation(Machine& machine, ThreadNumber thread, const Pending& next) {
  if (!annotations_.any() || next.kind != Pending::Kind::access || machine.alone(thread)) return {};
  const std::span<const Word> held = machine.held(thread);
  std::string wrong = annotations_.of(machine, thread, next.address, next.size, next.writes, held).violation;
  if (wrong.empty() && next.source_size != 0)
    wrong = annotations_.of(machine, thread, next.source, next.source_size, false, held).violation;
  return wrong;
}

bool Movers::reaches(Word from, Word to) const {
  std::vector<Word> todo = {from};
  std::set<Word> seen = {from};
  while (!todo.empty()) {
    const Word here = todo.back();
    todo.pop_back();
    if (here == to) return true;
    if (const auto next = lock_order_.find(here); next != lock_order_.end())
      for (const Word other : next->second)
        if (seen.insert(other).second) todo.push_back(other);
  }
  return false;
}

void Movers::note_order(Word held, Word acquired) {
  if (!lock_order_[held].insert(acquired).second) return;
  if (!reaches(acquired, held)) return;
  std::vector<Word> locks;
  for (const auto& [lock, after] : lock_order_) locks.push_back(lock);
  for (const Word lock : locks)
    if (reaches(acquired, lock) && reaches(lock, held)) protections_.revoke(protections_.assumption(lock));
  protections_.revoke(protections_.assumption(acquired));
}

// A thread that holds locks stands before another one: could it be a part of a deadlock?
bool Movers::may_close_a_cycle(Machine& machine, ThreadNumber thread, Word lock,
                               std::vector<VariableNumber>& relied) {
  if (!deadlocks_ || machine.held(thread).empty()) return false;
  for (const Word held : machine.held(thread))
    if (held != lock) note_order(alike_.common(held & ~Word{1}), alike_.common(lock));
  const VariableNumber ordered = protections_.assumption(alike_.common(lock));
  if (protections_.revoked(ordered)) return true;
  relied.push_back(ordered);
  return false;
}

bool Movers::cuts_before_block(Machine& machine, ThreadNumber thread, const Pending& next,
                               std::vector<VariableNumber>& relied) {
  atomic_block_ = next.address;
  return may_close_a_cycle(machine, thread, next.address, relied);
}

std::string Movers::learned() const {
  cluster::Packer packer;
  packer << protections_.learned();
  for (const auto& [held, wanted] : lock_order_)
    for (const Word lock : wanted) packer << held << lock;
  return packer.text();
}

void Movers::learn(std::string_view learned) {
  cluster::Unpacker unpacker(learned);
  std::string protections;
  unpacker >> protections;
  protections_.learn(protections);
  while (!unpacker.is_empty() && unpacker.is_good()) {
    Word held = 0, wanted = 0;
    unpacker >> held >> wanted;
    note_order(held, wanted);
  }
}

Judgement Movers::judge_access(Machine& machine, ThreadNumber thread, Word address, std::uint64_t size,
                               bool writes, bool is_atomic, std::vector<VariableNumber>& relied) {
  if (machine.alone(thread)) return {.mover = Mover::both};
  if (annotations_.any()) {
    Annotations::Said said = annotations_.of(machine, thread, address, size, writes, machine.held(thread));
    if (!said.violation.empty()) return {.violation = std::move(said.violation)};
    if (said.covers) return {.mover = Mover::both};
  }
  if (reduction_ == Reduction::goldilocks) {
    if (is_atomic) return {.mover = Mover::none};
    return {.mover = protections_.touch(address, size, relied) ? Mover::both : Mover::none};
  }
  return {.mover = protections_.access(machine, thread, address, size, writes || reads_conflict,
                                       machine.held(thread), relied)
                       ? Mover::both
                       : Mover::none};
}

std::string Movers::note_atomic(Machine& machine, std::span<const program::Effect> effects,
                                const std::vector<Word>& held, const Rights& rights) {
  std::vector<VariableNumber> ignored;
  constexpr std::uint64_t kWord = 4;  // how large the object is says whoever else uses it
  for (const program::Effect& effect : effects) {
    const bool acquires =
        effect.operation == event::Operation::acquire || effect.operation == event::Operation::acquire_shared;
    if (acquires && atomic_block_ != 0 && effect.target != atomic_block_) {
      // Had the lock not been free, others would have seen half of the block: the call tells.
      protections_.use(machine, effect.thread, effect.target, kWord, effect.target, true, held, ignored);
      if (deadlocks_) note_order(atomic_block_, alike_.common(effect.target));
    }
    if (!event::is_access(effect.operation)) continue;
    const bool writes = event::writes(effect.operation);
    if (annotations_.any() && !machine.alone(effect.thread))
      if (Annotations::Said said =
              annotations_.of(machine, effect.thread, effect.target, effect.size, writes, held);
          !said.violation.empty())
        return std::move(said.violation);
    if (!annotations_.needed(machine, rights, effect.target, effect.size).empty()) continue;
    if (reduction_ != Reduction::goldilocks && reduction_ != Reduction::none)
      protections_.access(machine, effect.thread, effect.target, effect.size, writes || reads_conflict, held,
                          ignored);
  }
  return {};
}

// Is the object that a call uses, and the mutex of a wait, used by such calls only?
bool Movers::judge_use(Machine& machine, ThreadNumber thread, const Pending& next,
                       std::vector<VariableNumber>& relied) {
  constexpr std::uint64_t kWaitSet = 4;  // of a condition: a variable of its own
  const bool is_condition = next.kind == Pending::Kind::wait || next.kind == Pending::Kind::notify;
  bool alone =
      protections_.use(machine, thread, next.address, next.size, next.address + (is_condition ? kWaitSet : 0),
                       next.tells, machine.held(thread), relied);
  if (next.source_size != 0)
    alone = protections_.use(machine, thread, next.source, next.source_size, next.source, false,
                             machine.held(thread), relied) &&
            alone;
  return alone;
}

Judgement Movers::judge(Machine& machine, ThreadNumber thread, const Pending& next,
                        std::vector<VariableNumber>& relied) {
  using Kind = Pending::Kind;
  const bool exposed = next.call && !judge_use(machine, thread, next, relied);
  const bool blocks_holding = deadlocks_ && next.may_block && !machine.held(thread).empty();
  const auto as = [&](Mover mover, bool cut = false) {
    Judgement result{.mover = exposed ? Mover::none : mover, .cut = cut || exposed, .exposed = exposed};
    return result;
  };
  switch (next.kind) {
    case Kind::access: {
      Judgement result =
          judge_access(machine, thread, next.address, next.size, next.writes, next.atomic, relied);
      if (next.source_size != 0) {
        Judgement source = judge_access(machine, thread, next.source, next.source_size, false, false, relied);
        if (source.mover != Mover::both) result.mover = Mover::none;
        if (result.violation.empty()) result.violation = std::move(source.violation);
      }
      result.exposed = result.mover != Mover::both;
      return result;
    }
    case Kind::choose:
      return {.mover = Mover::both};
    case Kind::acquire: {
      if (next.nested) return as(Mover::both);
      return as(Mover::right, may_close_a_cycle(machine, thread, next.address, relied));
    }
    case Kind::wake:
      return as(next.spurious ? Mover::none : Mover::right);
    case Kind::leave:
      return as(Mover::right);
    case Kind::join:
      return as(next.tells ? Mover::none : Mover::right, blocks_holding);
    case Kind::once:
    case Kind::semaphore:
      return as(Mover::none, blocks_holding);
    case Kind::release:
    case Kind::create:
      return as(Mover::left);
    case Kind::initialise: {
      Judgement result = judge_access(machine, thread, next.address, next.size, true, false, relied);
      result.exposed = result.mover != Mover::both;
      result.cut = result.exposed;
      return result;
    }
    case Kind::notify:
    case Kind::wait:
    case Kind::give_up: {
      // The wait set: whoever gives up leaves it with what locks it holds.
      const Judgement set = judge_access(machine, thread, next.address, 4, true, true, relied);
      const Mover mover = next.kind == Kind::wait ? Mover::left : Mover::both;
      return as(set.mover == Mover::both && next.kind != Kind::give_up ? mover : Mover::none);
    }
    case Kind::atomic_begin:
      return as(Mover::none, cuts_before_block(machine, thread, next, relied));
    case Kind::exit:
      // Others do nothing after it. Goldilocks believes that what led here commutes until it has seen otherwise: they
      // must get to show it before.
      return as(Mover::none, reduction_ == Reduction::goldilocks && !machine.alone(thread));
    default:
      return as(Mover::none);
  }
}

}  // namespace heddle::stateful
