// SPDX-License-Identifier: Apache-2.0
#include "program/machine/machine.h"

#include <fmt/format.h>

#include "event/parts.h"
#include "program/machine/machine_parts.h"

namespace heddle::program {

Machine::Parts::Parts(const Program& the_program, MachineOptions the_options)
    : program(the_program), options(std::move(the_options)) {
  objects.resize(program.first_dynamic_object());
  dynamic_base = objects.size();
  for (std::size_t i = 0; i < program.functions.size(); ++i)
    objects[Program::function_object(i)].kind = Object::Kind::function;
  std::uint32_t size = 0;
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    const Global& global = program.globals[i];
    Object& object = objects[program.global_object(i)];
    object.kind = Object::Kind::global;
    object.constant = global.constant && !global.elsewhere;
    object.elsewhere = global.elsewhere;
    object.size = static_cast<std::uint32_t>(global.bytes.size());
    object.site = global.declared;
    if (global.thread_local_storage) storage_globals.push_back(static_cast<std::uint32_t>(i));
    if (global.constant || global.thread_local_storage) {
      object.bytes = global.bytes;
    } else {
      object.page_base = size;
      size += (object.size + 15) / 16 * 16;
    }
  }
  constexpr std::uint32_t kMostPages = 64;
  while (size / page_size > kMostPages) page_size *= 2;
  const std::size_t pages = (size + page_size - 1) / page_size;
  globals.resize(pages * page_size);
  page_dirty.assign(pages, true);
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    Object& object = objects[program.global_object(i)];
    if (program.globals[i].constant || program.globals[i].thread_local_storage) {
      object.data = object.bytes.data();
    } else {
      object.data = globals.data() + object.page_base;
      std::copy(program.globals[i].bytes.begin(), program.globals[i].bytes.end(), object.data);
    }
  }
  current.assign(pages, 0);
  if (options.symmetry) watch_first_words();
}

Machine::Machine(const Program& program, MachineOptions options)
    : parts_(std::make_unique<Parts>(program, std::move(options))) {}
Machine::~Machine() = default;

Outcome Machine::start() {
  Parts& p = *parts_;
  p.threads.resize(1);
  p.current.insert(p.current.begin(), 0);
  Thread& main = p.threads[0];
  main.status = Thread::Status::running;
  // Constructors run alone, before main: nothing of theirs is visible.
  for (const std::uint32_t constructor : p.program.constructors) {
    main.atomic_depth = 1;
    p.push_frame(p.threads[0], constructor, {});
    const Outcome outcome = p.settled(p.run(0));  // stops at the constructor's return, as at main's
    if (outcome != Outcome::done) return outcome;
    Thread& now = p.threads[0];
    if (now.frames.size() != 1 || p.instruction(now).opcode != Opcode::ret)
      return p.give_up(0, "a constructor of a global that blocks or chooses");
    if (!p.pop_frame(0)) return Outcome::problem;
  }
  p.threads[0].atomic_depth = 0;
  Word arguments[] = {1, 0, 0};
  if (p.program.functions[p.program.main].parameters >= 2) {  // argv = {"program", 0}
    const auto made = [&](std::uint32_t salt, const void* bytes, std::size_t size) {
      const ObjectNumber number = p.make_object(0, Object::Kind::thread_local_storage, size, 0, salt, true);
      std::memcpy(p.objects[number].data, bytes, size);
      return address_of(number);
    };
    const Word vector[] = {made(0xFFFFFFFD, "program", 8), 0};
    arguments[1] = made(0xFFFFFFFE, vector, sizeof(vector));
  }
  p.push_frame(p.threads[0], p.program.main, arguments);
  const Outcome outcome = p.run(0);
  p.changed();
  return p.settled(outcome);
}

std::size_t Machine::threads() const { return parts_->threads.size(); }
const Pending& Machine::pending(ThreadNumber thread) const {
  static const Pending nothing;
  if (thread >= parts_->asked.size()) return nothing;
  Parts::Asked& known = parts_->asked[thread];
  if (std::exchange(known.moment, parts_->moment) != parts_->moment) known.answer = parts_->pending(thread);
  return known.answer;
}

Outcome Machine::step(ThreadNumber thread, std::uint32_t alternative) {
  Parts& p = *parts_;
  p.effects.clear();
  Outcome outcome = p.perform(thread, alternative);
  if (outcome == Outcome::done) outcome = p.run(thread);
  p.changed();
  return p.settled(outcome);
}

void Machine::stop(ThreadNumber thread) {
  Thread stopped;
  stopped.status = Thread::Status::failed;
  stopped.held = std::move(parts_->threads[thread].held);  // for ever
  std::erase(stopped.held, kAtomicBlock);
  stopped.abandoned = std::move(parts_->threads[thread].abandoned);
  stopped.others_gone = parts_->threads[thread].others_gone;
  parts_->threads[thread] = std::move(stopped);
  parts_->changed();
}

const std::vector<Effect>& Machine::effects() const { return parts_->effects; }
void Machine::tell(bool wanted) { parts_->tells = wanted; }
const Problem& Machine::problem() const { return parts_->problem; }
const std::string& Machine::unsupported_reason() const { return parts_->unsupported; }

bool Machine::exists(ThreadNumber thread) const {
  return thread < parts_->threads.size() && parts_->threads[thread].status != Thread::Status::absent;
}
bool Machine::failed(ThreadNumber thread) const {
  return thread < parts_->threads.size() && parts_->threads[thread].status == Thread::Status::failed;
}
bool Machine::exited() const { return parts_->exited; }
bool Machine::in_atomic(ThreadNumber thread) const { return parts_->threads[thread].atomic_depth > 0; }
bool Machine::alone(ThreadNumber thread) const { return parts_->is_alone(thread); }
std::span<const Word> Machine::held(ThreadNumber thread) const { return parts_->threads[thread].held; }
std::uint32_t Machine::partial_input() const { return parts_->partial_input; }
std::uint32_t Machine::input_ranges() const { return parts_->input_ranges; }
std::uint32_t Machine::clock_read() const { return parts_->clock_read; }
std::uint32_t Machine::ids_compared() const { return parts_->ids_compared; }
bool Machine::unordered_look() const { return parts_->unordered_look; }
std::uint32_t Machine::weak_atomic() const { return parts_->weak_atomic; }
bool Machine::private_memory_failed() const { return parts_->private_failed; }

const std::string& Machine::predicate_problem() const { return parts_->predicate_problem; }
std::vector<std::uint32_t> Machine::vain_assumptions() const {
  std::vector<std::uint32_t> places;
  for (const auto& [place, met] : parts_->assumptions)
    if (!met) places.push_back(place);
  return places;
}

namespace {

std::uint32_t first_place(std::uint32_t a, std::uint32_t b) { return a == 0 || (b != 0 && b < a) ? b : a; }

}  // namespace

void Noticed::add(const Noticed& more) {
  partial_input = first_place(partial_input, more.partial_input);
  input_ranges = std::max(input_ranges, more.input_ranges);
  clock_read = first_place(clock_read, more.clock_read);
  weak_atomic = first_place(weak_atomic, more.weak_atomic);
  ids_compared = first_place(ids_compared, more.ids_compared);
  unordered_look |= more.unordered_look;
  private_memory_failed |= more.private_memory_failed;
  names_observed |= more.names_observed;
  names_scattered |= more.names_scattered;
  may_be_symmetric |= more.may_be_symmetric;
  for (const auto& [place, met] : more.assumptions) {
    bool& ever = assumptions[place];
    ever = ever || met;
  }
}

Noticed Machine::noticed() const {
  const Parts& p = *parts_;
  return {.partial_input = p.partial_input,
          .clock_read = p.clock_read,
          .weak_atomic = p.weak_atomic,
          .ids_compared = p.ids_compared,
          .input_ranges = p.input_ranges,
          .unordered_look = p.unordered_look,
          .private_memory_failed = p.private_failed,
          .names_observed = p.names_observed,
          .names_scattered = p.names_scattered,
          .may_be_symmetric = p.several_alike,
          .assumptions = p.assumptions};
}

void Machine::learn(const Noticed& noticed) {
  Parts& p = *parts_;
  Noticed all = this->noticed();
  all.add(noticed);
  p.partial_input = all.partial_input;
  p.input_ranges = all.input_ranges;
  p.clock_read = all.clock_read;
  p.weak_atomic = all.weak_atomic;
  p.ids_compared = all.ids_compared;
  p.unordered_look = all.unordered_look;
  p.private_failed = all.private_memory_failed;
  p.names_observed = all.names_observed;
  p.names_scattered = all.names_scattered;
  p.several_alike = all.may_be_symmetric;
  p.assumptions = std::move(all.assumptions);
}

std::string Machine::thread_name(ThreadNumber thread) const {
  return thread < parts_->thread_names.size() ? parts_->thread_names[thread] : fmt::format("T{}", thread);
}

event::Location Machine::location(std::uint32_t number) const { return parts_->program.locations[number]; }

std::vector<event::Location> Machine::stack(ThreadNumber thread) const {
  std::vector<event::Location> frames;
  const Parts& p = *parts_;
  if (thread >= p.threads.size()) return frames;
  const Thread& of = p.threads[thread];
  for (std::size_t i = of.frames.size(); i-- > 0;) {
    const Function& function = p.program.functions[of.frames[i].function];
    event::Location place = p.program.locations[function.code[of.frames[i].pc].location];
    place.function = function.name;
    frames.push_back(std::move(place));
  }
  return frames;
}

std::vector<std::uint8_t> Machine::global_bytes() const { return parts_->globals; }
const Program& Machine::program() const { return parts_->program; }
const ComponentPool& Machine::pool() const { return parts_->pool; }
ComponentPool& Machine::pool() { return parts_->pool; }

}  // namespace heddle::program
