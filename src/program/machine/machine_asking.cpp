// SPDX-License-Identifier: Apache-2.0
// What annotations ask: functions of the program that are run aside, and objects whose fields are annotated.
#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

std::optional<Word> Machine::ask(Word function, ThreadNumber thread, std::span<const Word> arguments) {
  Parts& p = *parts_;
  const ObjectNumber object = is_pointer(function) ? object_of(function) : 0;
  if (object == 0 || object > p.program.functions.size()) return std::nullopt;
  const std::vector<Effect> effects = p.effects;
  const auto number = static_cast<ThreadNumber>(p.threads.size());
  p.threads.emplace_back();
  p.current.insert(p.current.begin() + static_cast<std::ptrdiff_t>(number), 0);
  Thread& asking = p.threads[number];
  asking.status = Thread::Status::running;
  asking.atomic_depth = 1;
  p.push_frame(asking, object - 1, arguments);
  p.on_behalf = thread;
  const Outcome outcome = p.run(number);
  p.on_behalf.reset();
  const Word result = p.threads[number].result;
  const bool ended = outcome == Outcome::done && p.threads[number].frames.empty();
  const bool is_unwritten =
      outcome == Outcome::problem && p.problem.kind == finding::Kind::uninitialised_read;
  if (!ended && !is_unwritten && p.predicate_problem.empty())
    p.predicate_problem = fmt::format(
        "`{}`, which an annotation asks, {}", p.program.functions[object - 1].name,
        outcome == Outcome::problem ? "fails: " + p.problem.message : std::string("does not end"));
  for (const ObjectNumber local : p.threads[number].objects) p.end_object(local);
  p.threads.pop_back();
  p.current.erase(p.current.begin() + static_cast<std::ptrdiff_t>(number));
  p.effects = effects;
  p.changed();
  if (!ended) return std::nullopt;
  return result;
}

bool Machine::holds(Word predicate, ThreadNumber thread, Word instance) {
  const Word arguments[] = {thread + 1, instance};
  const std::optional<Word> answer =
      ask(predicate, thread, std::span(arguments).first(instance == 0 ? 1 : 2));
  return answer && (*answer & 0xFFFFFFFF) != 0;
}

std::span<const Instance> Machine::instances(Word address) const {
  if (!is_pointer(address) || object_of(address) >= parts_->objects.size()) return {};
  const Object& object = parts_->objects[object_of(address)];
  return object.escaped ? std::span<const Instance>(object.instances) : std::span<const Instance>();
}

std::vector<Word> Machine::blocks_with_instances() const {
  std::vector<Word> blocks;
  for (std::size_t i = parts_->dynamic_base; i < parts_->objects.size(); ++i)
    if (!parts_->objects[i].instances.empty() && parts_->objects[i].escaped)
      blocks.push_back(address_of(static_cast<ObjectNumber>(i)));
  return blocks;
}

}  // namespace heddle::program
