// SPDX-License-Identifier: Apache-2.0
#include "stateful/movers.h"

#include <algorithm>

#include <fmt/format.h>

#include "cluster/group.h"

namespace heddle::stateful {

using program::Annotation;
using program::Machine;
using program::Pending;

Movers::Movers(const program::Program& program, Reduction reduction, bool deadlocks, const Alike& alike)
    : program_(program), alike_(alike), reduction_(reduction), deadlocks_(deadlocks), protections_(alike) {}

bool Movers::is_benign(Word address, std::uint64_t size) const {
  return std::any_of(program_.annotations.begin(), program_.annotations.end(),
                     [&](const Annotation& annotation) {
                       return annotation.kind == Annotation::Kind::benign && address >= annotation.address &&
                              address + size <= annotation.address + annotation.size;
                     });
}

Movers::Given Movers::given(Machine& machine, ThreadNumber thread, Word address, std::uint64_t size,
                            bool writes, std::span<const Word> held) {
  Given result;
  for (const Annotation& given : program_.annotations) {
    if (given.kind == Annotation::Kind::benign || address >= given.address + given.size ||
        address + std::max<std::uint64_t>(size, 1) <= given.address)
      continue;
    const std::string what = machine.describe(address, size);
    switch (given.kind) {
      case Annotation::Kind::protected_by:
        if (std::none_of(held.begin(), held.end(), [&](Word lock) {
              return lock == given.other || (!writes && lock == (given.other | 1));
            }))
          result.violation = fmt::format("`{}` is accessed without `{}`, which is said to protect it", what,
                                         machine.describe(given.other));
        break;
      case Annotation::Kind::exclusive:
        if (!machine.holds(given.other, thread))
          result.violation = fmt::format("`{}` is accessed by a thread that `{}` does not give access to",
                                         what, machine.describe(given.other));
        if (!machine.predicate_problem().empty()) result.violation = machine.predicate_problem();
        break;
      case Annotation::Kind::thread_local_:
        if (const auto [entry, is_new] = own_thread_.try_emplace(given.address, thread);
            entry->second != thread)
          result.violation =
              fmt::format("`{}`, said to be one thread's own, is accessed by {} here, elsewhere by {}", what,
                          machine.thread_name(thread), machine.thread_name(entry->second));
        break;
      default:
        break;
    }
    if (!result.violation.empty()) break;
    result.covers =
        result.covers || (address >= given.address && address + size <= given.address + given.size);
  }
  return result;
}

std::string Movers::violation(Machine& machine, ThreadNumber thread, const Pending& next) {
  if (program_.annotations.empty() || next.kind != Pending::Kind::access || machine.alone(thread)) return {};
  const std::span<const Word> held = machine.held(thread);
  std::string wrong = given(machine, thread, next.address, next.size, next.writes, held).violation;
  if (wrong.empty() && next.source_size != 0)
    wrong = given(machine, thread, next.source, next.source_size, false, held).violation;
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
  if (!program_.annotations.empty()) {
    Given said = given(machine, thread, address, size, writes, machine.held(thread));
    if (!said.violation.empty()) return {.violation = std::move(said.violation)};
    if (said.covers) return {.mover = Mover::both};
  }
  if (reduction_ == Reduction::goldilocks) {
    if (is_atomic) return {.mover = Mover::none};
    return {.mover = protections_.touch(address, size, relied) ? Mover::both : Mover::none};
  }
  return {.mover = protections_.access(machine, thread, address, size, writes, machine.held(thread), relied)
                       ? Mover::both
                       : Mover::none};
}

std::vector<bool> Movers::rights_of_others(Machine& machine, ThreadNumber thread) const {
  std::vector<bool> rights;
  for (const Annotation& annotation : program_.annotations)
    if (annotation.kind == Annotation::Kind::exclusive)
      for (ThreadNumber other = 0; other < machine.threads(); ++other)
        rights.push_back(other != thread && machine.exists(other) && machine.holds(annotation.other, other));
  return rights;
}

std::string Movers::wrong_rights(Machine& machine, ThreadNumber thread,
                                 const std::vector<bool>& before) const {
  if (before.empty() || machine.exited()) return {};
  if (!machine.predicate_problem().empty()) return machine.predicate_problem();
  const std::size_t threads =
      before.size() /
      static_cast<std::size_t>(std::count_if(
          program_.annotations.begin(), program_.annotations.end(),
          [](const Annotation& annotation) { return annotation.kind == Annotation::Kind::exclusive; }));
  std::size_t row = 0;
  for (const Annotation& annotation : program_.annotations) {
    if (annotation.kind != Annotation::Kind::exclusive) continue;
    ThreadNumber holders = machine.exists(thread) && machine.holds(annotation.other, thread) ? 1 : 0;
    for (ThreadNumber other = 0; other < threads; ++other) {
      if (other == thread || !machine.exists(other)) continue;
      const bool has = machine.holds(annotation.other, other);
      holders += has ? 1 : 0;
      if (has != before[row * threads + other])
        return fmt::format("a step of {} changes whether `{}` holds for {}", machine.thread_name(thread),
                           machine.describe(annotation.other), machine.thread_name(other));
    }
    if (holders > 1)
      return fmt::format("`{}` holds for two threads at once", machine.describe(annotation.other));
    ++row;
  }
  return {};
}

std::string Movers::note_atomic(Machine& machine, std::span<const program::Effect> effects,
                                const std::vector<Word>& held) {
  std::vector<VariableNumber> ignored;
  for (const program::Effect& effect : effects) {
    if (!event::is_access(effect.operation)) continue;
    const bool writes = event::writes(effect.operation);
    if (!program_.annotations.empty() && !machine.alone(effect.thread))
      if (Given said = given(machine, effect.thread, effect.target, effect.size, writes, held);
          !said.violation.empty())
        return std::move(said.violation);
    if (reduction_ != Reduction::goldilocks && reduction_ != Reduction::none)
      protections_.access(machine, effect.thread, effect.target, effect.size, writes, held, ignored);
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
      Judgement result = as(Mover::right);
      if (!deadlocks_) return result;
      for (const Word held : machine.held(thread))
        if (held != next.address) note_order(alike_.common(held & ~Word{1}), alike_.common(next.address));
      if (!machine.held(thread).empty()) {
        const VariableNumber ordered = protections_.assumption(alike_.common(next.address));
        if (protections_.revoked(ordered))
          result.cut = true;
        else
          relied.push_back(ordered);
      }
      return result;
    }
    case Kind::wake:
      return as(next.spurious ? Mover::none : Mover::right);
    case Kind::leave:
      return {.mover = Mover::right};
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
    case Kind::exit:
    case Kind::atomic_begin:
      // Others do nothing after the one, and cannot step between what the other does. Goldilocks believes that what led
      // here commutes until it has seen otherwise: they must get to show it before.
      return as(Mover::none, reduction_ == Reduction::goldilocks && !machine.alone(thread));
    default:
      return as(Mover::none);
  }
}

}  // namespace heddle::stateful
