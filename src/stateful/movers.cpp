// SPDX-License-Identifier: Apache-2.0
#include "stateful/movers.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::stateful {

using program::Annotation;
using program::Machine;
using program::Pending;

Movers::Movers(const program::Program& program, Reduction reduction, bool deadlocks, const Alike& alike)
    : program_(program), alike_(alike), reduction_(reduction), deadlocks_(deadlocks), protections_(alike) {}

const Annotation* Movers::annotation_of(Word address) const {
  for (const Annotation& annotation : program_.annotations)
    if (address >= annotation.address && address < annotation.address + annotation.size &&
        annotation.kind != Annotation::Kind::benign)
      return &annotation;
  return nullptr;
}

bool Movers::is_benign(Word address) const {
  return std::any_of(program_.annotations.begin(), program_.annotations.end(),
                     [&](const Annotation& annotation) {
                       return annotation.kind == Annotation::Kind::benign && address >= annotation.address &&
                              address < annotation.address + annotation.size;
                     });
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

Judgement Movers::judge_access(Machine& machine, ThreadNumber thread, Word address, std::uint64_t size,
                               bool writes, bool is_atomic, std::vector<VariableNumber>& relied) {
  if (machine.alone(thread)) return {.mover = Mover::both};
  if (!program_.annotations.empty()) {
    if (const Annotation* given = annotation_of(address)) {
      const std::string what = machine.describe(address, size);
      switch (given->kind) {
        case Annotation::Kind::protected_by: {
          const std::span<const Word> held = machine.held(thread);
          const bool holds = std::any_of(held.begin(), held.end(), [&](Word lock) {
            return lock == given->other || (!writes && lock == (given->other | 1));
          });
          if (holds) return {.mover = Mover::both};
          return {.violation = fmt::format("`{}` is accessed without `{}`, which is said to protect it", what,
                                           machine.describe(given->other))};
        }
        case Annotation::Kind::exclusive:
          if (machine.holds(given->other, thread)) return {.mover = Mover::both};
          return {.violation = fmt::format("`{}` is accessed by a thread that `{}` does not give access to",
                                           what, machine.describe(given->other))};
        case Annotation::Kind::thread_local_: {
          const auto [entry, is_new] = own_thread_.try_emplace(given->address, thread);
          if (entry->second == thread) return {.mover = Mover::both};
          return {.violation =
                      fmt::format("`{}`, said to be one thread's own, is accessed by {} and {}", what,
                                  machine.thread_name(entry->second), machine.thread_name(thread))};
        }
        default:
          break;
      }
    }
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
  if (reduction_ == Reduction::none) return rights;
  for (const Annotation& annotation : program_.annotations)
    if (annotation.kind == Annotation::Kind::exclusive)
      for (ThreadNumber other = 0; other < machine.threads(); ++other)
        rights.push_back(other != thread && machine.exists(other) && machine.holds(annotation.other, other));
  return rights;
}

std::string Movers::wrong_rights(Machine& machine, ThreadNumber thread,
                                 const std::vector<bool>& before) const {
  if (before.empty() || machine.exited()) return {};
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

void Movers::note_atomic(const Machine& machine, std::span<const program::Effect> effects,
                         const std::vector<Word>& held) {
  std::vector<VariableNumber> ignored;
  for (const program::Effect& effect : effects)
    if (event::is_access(effect.operation) && reduction_ != Reduction::goldilocks)
      protections_.access(machine, effect.thread, effect.target, effect.size, event::writes(effect.operation),
                          held, ignored);
}

Judgement Movers::judge(Machine& machine, ThreadNumber thread, const Pending& next,
                        std::vector<VariableNumber>& relied) {
  using Kind = Pending::Kind;
  switch (next.kind) {
    case Kind::access: {
      Judgement result =
          judge_access(machine, thread, next.address, next.size, next.writes, next.atomic, relied);
      if (next.source_size != 0) {
        Judgement source = judge_access(machine, thread, next.source, next.source_size, false, false, relied);
        if (source.mover != Mover::both) result.mover = Mover::none;
        if (result.violation.empty()) result.violation = std::move(source.violation);
      }
      return result;
    }
    case Kind::choose:
      return {.mover = Mover::both};
    case Kind::acquire: {
      if (next.nested) return {.mover = Mover::both};
      Judgement result{.mover = Mover::right};
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
      return {.mover = next.writes ? Mover::none : Mover::right};
    case Kind::leave:
      return {.mover = Mover::right};
    case Kind::join:
      return {.mover = Mover::right, .cut = deadlocks_ && !machine.held(thread).empty()};
    case Kind::once:
    case Kind::semaphore:
      return {.mover = Mover::none, .cut = deadlocks_ && next.may_block && !machine.held(thread).empty()};
    case Kind::release:
    case Kind::create:
      return {.mover = Mover::left};
    case Kind::initialise:
    case Kind::notify:
      return judge_access(machine, thread, next.address, 4, true, true, relied);
    case Kind::wait: {
      Judgement result = judge_access(machine, thread, next.address, 4, true, true, relied);
      result.mover = result.mover == Mover::both ? Mover::left : Mover::none;
      return result;
    }
    default:
      return {.mover = Mover::none};
  }
}

}  // namespace heddle::stateful
