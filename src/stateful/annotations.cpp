// SPDX-License-Identifier: Apache-2.0
#include "stateful/annotations.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::stateful {

using program::Annotation;
using program::Machine;

bool Right::has(ThreadNumber thread) const {
  return std::find(holders.begin(), holders.end(), thread) != holders.end();
}
bool Right::has_another_than(ThreadNumber thread) const {
  return std::any_of(holders.begin(), holders.end(), [&](ThreadNumber each) { return each != thread; });
}

Annotations::Annotations(const program::Program& program) : program_(program) {
  for (const auto* all : {&program.annotations, &program.field_annotations})
    for (const Annotation& each : *all)
      any_exclusive_ = any_exclusive_ || each.kind == Annotation::Kind::exclusive;
}

// Those of globals, then those of fields.
const Annotation& Annotations::annotation(std::size_t number) const {
  return number < program_.annotations.size()
             ? program_.annotations[number]
             : program_.field_annotations[number - program_.annotations.size()];
}

// Calls visit with each annotation that speaks of some of it, where what it speaks of begins, and the object whose field
// that is.
template <class Visit>
void Annotations::each_at(const Machine& machine, Word address, std::uint64_t size,
                          const Visit& visit) const {
  const Word end = address + std::max<std::uint64_t>(size, 1);
  for (std::size_t i = 0; i < program_.annotations.size(); ++i) {
    const Annotation& said = program_.annotations[i];
    if (address < said.address + said.size && end > said.address) visit(i, said.address, said.instance);
  }
  if (program_.field_annotations.empty()) return;
  for (const program::Instance& object : machine.instances(address))
    for (std::size_t i = 0; i < program_.field_annotations.size(); ++i) {
      const Annotation& said = program_.field_annotations[i];
      const Word instance = program::address_of(program::object_of(address), object.offset);
      if (said.instance == object.type && address < instance + said.address + said.size &&
          end > instance + said.address)
        visit(program_.annotations.size() + i, instance + said.address, instance);
    }
}

bool Annotations::is_benign(Word address, std::uint64_t size) const {
  return std::any_of(program_.annotations.begin(), program_.annotations.end(), [&](const Annotation& said) {
    return said.kind == Annotation::Kind::benign && address >= said.address &&
           address + size <= said.address + said.size;
  });
}

Annotations::Said Annotations::of(Machine& machine, ThreadNumber thread, Word address, std::uint64_t size,
                                  bool writes, std::span<const Word> held) {
  Said result;
  each_at(machine, address, size, [&](std::size_t number, Word begin, Word instance) {
    const Annotation& said = annotation(number);
    if (!result.violation.empty() || said.kind == Annotation::Kind::benign ||
        said.kind == Annotation::Kind::exclusive)
      return;
    const std::string what = machine.describe(address, size);
    if (said.kind == Annotation::Kind::protected_by) {
      const Word arguments[] = {instance};
      const std::optional<Word> lock =
          instance == 0 ? std::optional<Word>(said.other) : machine.ask(said.other, thread, arguments);
      if (!lock)
        result.violation = machine.predicate_problem();  // empty: the object is not yet one
      else if (std::none_of(held.begin(), held.end(),
                            [&](Word mine) { return mine == *lock || (!writes && mine == (*lock | 1)); }))
        result.violation = fmt::format("`{}` is accessed without `{}`, which is said to protect it", what,
                                       machine.describe(*lock));
    } else if (said.kind == Annotation::Kind::thread_local_) {
      if (const auto [entry, is_new] = own_thread_.try_emplace(said.address, thread); entry->second != thread)
        result.violation =
            fmt::format("`{}`, said to be one thread's own, is accessed by {} here, elsewhere by {}", what,
                        machine.thread_name(thread), machine.thread_name(entry->second));
    }
    // What a field's annotation says holds from when the object is known as one: it is learned who accessed it before.
    result.covers =
        result.covers || (instance == 0 && address >= begin && address + size <= begin + said.size);
  });
  return result;
}

Rights Annotations::rights(Machine& machine) const {
  Rights all;
  if (!any_exclusive_ || machine.exited()) return all;
  const auto add = [&](std::size_t number, Word instance) {
    Right right{.annotation = number, .instance = instance, .holders = {}};
    for (ThreadNumber thread = 0; thread < machine.threads(); ++thread)
      if (machine.exists(thread) && machine.holds(annotation(number).other, thread, instance))
        right.holders.push_back(thread);
    all.push_back(std::move(right));
  };
  for (std::size_t i = 0; i < program_.annotations.size(); ++i)
    if (program_.annotations[i].kind == Annotation::Kind::exclusive) add(i, program_.annotations[i].instance);
  for (const Word block :
       program_.field_annotations.empty() ? std::vector<Word>() : machine.blocks_with_instances()) {
    const std::vector<program::Instance> objects(machine.instances(block).begin(),
                                                 machine.instances(block).end());
    for (const program::Instance& object : objects)
      for (std::size_t i = 0; i < program_.field_annotations.size(); ++i)
        if (program_.field_annotations[i].kind == Annotation::Kind::exclusive &&
            program_.field_annotations[i].instance == object.type)
          add(program_.annotations.size() + i, program::address_of(program::object_of(block), object.offset));
  }
  return all;
}

std::vector<std::size_t> Annotations::needed(const Machine& machine, const Rights& rights, Word address,
                                             std::uint64_t size) const {
  std::vector<std::size_t> places;
  each_at(machine, address, size, [&](std::size_t number, Word, Word instance) {
    for (std::size_t i = 0; i < rights.size(); ++i)
      if (rights[i].annotation == number && rights[i].instance == instance) places.push_back(i);
  });
  return places;
}

std::string Annotations::predicate(const Machine& machine, const Right& right) const {
  return machine.describe(annotation(right.annotation).other);
}

// What was not there before, or is no more, is nobody's business: others could not reach it.
std::string Annotations::wrong_rights(Machine& machine, ThreadNumber thread, const Rights& before,
                                      const Rights& after) const {
  if (machine.exited()) return {};
  if (!machine.predicate_problem().empty()) return machine.predicate_problem();
  // Whose right it is was so before it began.
  const auto begins = [&](ThreadNumber other) {
    const auto& effects = machine.effects();
    return std::any_of(effects.begin(), effects.end(), [&](const program::Effect& effect) {
      return effect.operation == event::Operation::fork && effect.target == other;
    });
  };
  for (const Right& now : after) {
    if (now.holders.size() > 1)
      return fmt::format("`{}` holds for two threads at once", predicate(machine, now));
    const auto was = std::find_if(before.begin(), before.end(), [&](const Right& each) {
      return each.annotation == now.annotation && each.instance == now.instance;
    });
    if (was == before.end()) continue;
    for (ThreadNumber other = 0; other < machine.threads(); ++other)
      if (other != thread && was->has(other) != now.has(other) && machine.exists(other) && !begins(other))
        return fmt::format("a step of {} changes whether `{}` holds for {}", machine.thread_name(thread),
                           predicate(machine, now), machine.thread_name(other));
  }
  return {};
}

Word Annotations::as_lock(const Right& right) {
  constexpr Word kPlace = (Word{1} << 51) - 1;
  return (static_cast<Word>(right.annotation) + 1) << 52 | (right.instance & kPlace & ~Word{7}) | 6;
}

}  // namespace heddle::stateful
