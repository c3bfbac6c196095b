// SPDX-License-Identifier: Apache-2.0
// What a thread does alone: the interpreter's loop. It ends before an operation that others could tell from
// outside (machine_pending.cpp), or after many instructions without one.
#include "program/machine/machine_parts.h"

namespace heddle::program {

// The innermost place that is not in a library.
std::uint32_t Machine::Parts::own_place(const Thread& thread) const {
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    const Frame& frame = thread.frames[i];
    const std::uint32_t place = program.functions[frame.function].code[frame.pc].location;
    if (const std::string& file = program.locations[place].file;
        !file.empty() && !file.starts_with("/usr/") && !file.starts_with('<'))
      return place;
  }
  return 0;
}

void Machine::Parts::effect(ThreadNumber thread, event::Operation operation, Word target, std::uint64_t size,
                            event::MemoryOrder order, Word lock) {
  const Thread& actor = threads[thread];
  if (order != event::MemoryOrder::seq_cst && event::has_order(operation) && weak_atomic == 0 &&
      !actor.frames.empty() && actor.atomic_depth < kStepOfLibrary)
    weak_atomic = std::max(instruction(actor).location, 1U);
  effects.push_back(
      {.operation = operation,
       .order = order,
       .thread = thread,
       .location = actor.frames.empty() ? 0 : instruction(actor).location,
       .target = target,
       .size = size,
       .lock = lock,
       .trusted = !actor.frames.empty() && (function(actor).trusted || actor.atomic_depth >= kStepOfLibrary),
       .inner = actor.atomic_depth >= kStepOfLibrary});
  if (tells) effects.back().own = own_place(actor);
}

void Machine::Parts::push_frame(Thread& thread, std::uint32_t called, std::span<const Word> arguments) {
  const Function& callee = program.functions[called];
  const std::uint32_t base =
      thread.frames.empty()
          ? 0
          : thread.frames.back().base + program.functions[thread.frames.back().function].registers;
  if (thread.registers.size() < base + callee.registers) thread.registers.resize(base + callee.registers);
  for (std::uint32_t i = 0; i < callee.parameters; ++i)
    thread.registers[base + i] = i < arguments.size() ? arguments[i] : 0;
  thread.frames.push_back({.function = called,
                           .pc = 0,
                           .base = base,
                           .first_object = static_cast<std::uint32_t>(thread.objects.size()),
                           .routine_of = 0});
}

bool Machine::Parts::pop_frame(ThreadNumber number) {
  Thread& thread = threads[number];
  while (thread.objects.size() > thread.frames.back().first_object) {
    if (!leave_memory(number, thread.objects.back())) return false;
    end_object(thread.objects.back());
    thread.objects.pop_back();
  }
  thread.frames.pop_back();
  return true;
}

Outcome Machine::Parts::call_function(Thread& thread, ThreadNumber number, const Instruction& i) {
  auto called = static_cast<std::uint32_t>(i.a);
  if (i.opcode == Opcode::call_pointer) {
    const Word pointer = value(thread, i.a);
    const ObjectNumber object = is_pointer(pointer) ? object_of(pointer) : 0;
    if (object == 0 || object > program.functions.size() || offset_of(pointer) != 0)
      return fail(number, pointer == 0 ? finding::Kind::null_dereference : finding::Kind::out_of_bounds,
                  "a pointer that is no function's address is called", pointer);
    called = object - 1;
  }
  if (thread.frames.size() > 5000) return give_up(number, "recursion deeper than 5,000 calls");
  std::array<Word, 16> few{};
  std::vector<Word> many;
  std::span<Word> arguments(few.data(), static_cast<std::size_t>(std::min<Operand>(i.c, 16)));
  if (i.c > 16) {
    many.resize(static_cast<std::size_t>(i.c));
    arguments = many;
  }
  for (Operand k = 0; k < i.c; ++k) arguments[static_cast<std::size_t>(k)] = argument(thread, i, k);
  push_frame(thread, called, arguments);
  return Outcome::done;
}

Outcome Machine::Parts::return_from(ThreadNumber number, const Instruction& i, bool& stop) {
  std::array<Word, 8> results{};
  if (i.c > 8) return give_up(number, "a function that returns more than eight values");
  for (Operand k = 0; k < i.c; ++k) {
    results[static_cast<std::size_t>(k)] = argument(threads[number], i, k);
    expose(results[static_cast<std::size_t>(k)]);
  }
  Thread& thread = threads[number];
  const bool last = thread.frames.size() == 1;
  stop = thread.frames.back().routine_of != 0 ||     // a once routine is done, or the exit
         (last && number == 0 && !thread.ending) ||  // main's return ends everything
         shared_local(number, Leaving::frame) != 0;
  if (stop) return Outcome::done;
  if (last) return thread.ending ? stand_at_end(number) : begin_end(number, i.c > 0 ? results[0] : 0);
  if (!pop_frame(number)) return Outcome::problem;
  const Instruction& call = instruction(thread);
  if (call.e > 0 && i.c > 0 && results[0] == kIndeterminate)
    return fail(number, finding::Kind::uninitialised_read,
                "what a function returns is used, and it ended without returning anything");
  for (Operand k = 0; k < std::min(call.e, i.c); ++k)
    write_register(thread, function(thread).extra[static_cast<std::size_t>(call.b + call.c + k)],
                   results[static_cast<std::size_t>(k)]);
  ++thread.frames.back().pc;
  return Outcome::done;
}

Outcome Machine::Parts::make_local(Thread& thread, ThreadNumber number, const Instruction& i) {
  const Word size = value(thread, i.a);
  if (size > (Word{1} << 28)) return give_up(number, "a local variable of more than 256 MiB");
  const Frame& frame = thread.frames.back();
  const ObjectNumber made = make_object(number, Object::Kind::stack, size, i.location,
                                        frame.function * 65536U + frame.pc + 1, false);
  objects[made].name = i.b >= 0 ? static_cast<std::uint32_t>(i.b) + 1 : 0;
  thread.objects.push_back(made);
  write_register(thread, i.dst, address_of(made));
  return Outcome::done;
}

void Machine::Parts::find_thread_storage(Thread& thread, ThreadNumber number, const Instruction& i) {
  std::size_t slot = 0;
  while (storage_globals[slot] != static_cast<std::uint32_t>(i.a)) ++slot;
  thread.storage.resize(storage_globals.size() + 1);
  if (thread.storage[slot] == 0) {
    const Global& global = program.globals[static_cast<std::size_t>(i.a)];
    const ObjectNumber made =
        make_object(number, Object::Kind::thread_local_storage, global.bytes.size(), global.declared,
                    0x80000000U + static_cast<std::uint32_t>(slot), true);
    objects[made].bytes = global.bytes;
    objects[made].data = objects[made].bytes.data();
    thread.storage[slot] = made;
  }
  write_register(thread, i.dst, address_of(thread.storage[slot]));
}

// Calls it unless others must be asked first: then the thread stops before it.
Outcome Machine::Parts::run_builtin(const Thread& thread, ThreadNumber number, const Instruction& i,
                                    bool& stop) {
  const BuiltinCall call{number, i};
  const Pending next = pending_builtin(call);
  const bool own =
      next.kind == Pending::Kind::nothing ||
      (next.kind == Pending::Kind::access && (next.size == 0 || is_private(number, next.address)) &&
       (next.source_size == 0 || is_private(number, next.source)));
  if (!own && (thread.atomic_depth == 0 || next.alternatives != 1)) return stop = true, Outcome::done;
  const auto known = static_cast<std::ptrdiff_t>(effects.size());
  const Outcome outcome = perform_builtin(call);
  if (own && next.kind == Pending::Kind::access && !options.private_effects)
    effects.erase(
        std::remove_if(effects.begin() + known, effects.end(),
                       [](const Effect& made) { return made.operation != event::Operation::alloc; }),
        effects.end());
  for (auto made = effects.begin() + known; made < effects.end(); ++made) made->hidden = own;
  return outcome;
}

Operand Machine::Parts::chosen_case(const Thread& thread, const Instruction& i) const {
  const std::vector<Operand>& extra = function(thread).extra;
  const Word selector = value(thread, i.a);
  for (Operand k = 0; k < i.c; ++k)
    if (value(thread, extra[static_cast<std::size_t>(i.b + 2 * k)]) == selector)
      return extra[static_cast<std::size_t>(i.b + 2 * k + 1)];
  return i.e;
}

bool Machine::Parts::compute_watched(Thread& thread, const Instruction& i, ThreadNumber number) {
  if (i.opcode == Opcode::wide) return compute_wide(thread, i, number);
  const Word a = value(thread, i.a);
  const Word b = value(thread, i.b);
  if (!compute(thread, i, number)) return false;
  const Word result = value(thread, i.dst);
  // Most numbers are small: one test for all three.
  if (((a >> 57 == 0x24) | (b >> 57 == 0x24) | (result >> 57 == 0x24)) != 0) watch_computing(i, a, b, result);
  return true;
}

Outcome Machine::Parts::run(ThreadNumber number) {
  std::uint32_t executed = 0;
  threads[number].dirty = true;
  if (objects.size() > kMostObjects - 8 * kLocalBudget) return give_up(number, "more than 350,000 blocks");
  while (true) {
    Thread& thread = threads[number];
    if (thread.frames.empty() || thread.status != Thread::Status::running || exited) return Outcome::done;
    Frame& frame = thread.frames.back();
    const Function& here = program.functions[frame.function];
    const Instruction& i = here.code[frame.pc];
    ++executed;
    switch (i.opcode) {
      case Opcode::jump:
      case Opcode::branch: {
        const auto target = static_cast<std::uint32_t>(i.opcode == Opcode::jump  ? i.a
                                                       : value(thread, i.a) != 0 ? i.b
                                                                                 : i.c);
        if (target <= frame.pc && executed > kLocalBudget && in_flight == 0) {
          thread.interrupted = true;
          return Outcome::done;
        }
        frame.pc = target;
        continue;
      }
      case Opcode::switch_: {
        frame.pc = static_cast<std::uint32_t>(chosen_case(thread, i));
        continue;
      }
      case Opcode::call:
      case Opcode::call_pointer:
        if (const Outcome outcome = call_function(thread, number, i); outcome != Outcome::done)
          return outcome;
        continue;
      case Opcode::ret: {
        bool stop = false;
        if (const Outcome outcome = return_from(number, i, stop); outcome != Outcome::done || stop)
          return outcome;
        continue;
      }
      case Opcode::stack_object:
        if (const Outcome outcome = make_local(thread, number, i); outcome != Outcome::done) return outcome;
        break;
      case Opcode::thread_object:
        find_thread_storage(thread, number, i);
        break;
      case Opcode::load:
      case Opcode::load_result:
      case Opcode::store:
      case Opcode::rmw:
      case Opcode::compare_exchange: {
        const Pending next = before_access(thread, i);
        const bool is_private_access = is_private(number, next.address);
        const bool looks = next.atomic && !next.writes;  // a livelock if it polls what is only its own
        if ((!is_private_access || looks || next.alternatives > 1) && thread.atomic_depth == 0)
          return Outcome::done;
        if (const Outcome outcome = access(number, i, 0, !is_private_access); outcome != Outcome::done)
          return outcome;
        continue;
      }
      case Opcode::fence:
        if (thread.atomic_depth == 0) return Outcome::done;
        break;
      case Opcode::sync: {
        const SyncCall call(*this, number, i);
        // What nobody else can reach is made and unmade unseen.
        const bool own = call.row.access == sync::Access::write && is_private(number, call.object());
        if (!own && (thread.atomic_depth == 0 || pending_sync(call).alternatives != 1)) return Outcome::done;
        if (const Outcome outcome = perform_sync(call, 0); outcome != Outcome::done) return outcome;
        continue;
      }
      case Opcode::builtin: {
        bool stop = false;
        if (const Outcome outcome = run_builtin(thread, number, i, stop); outcome != Outcome::done || stop)
          return outcome;
        continue;
      }
      case Opcode::is_object:
        note_instance(value(thread, i.a), static_cast<std::uint32_t>(i.b));
        break;
      case Opcode::landing:
        write_register(thread, i.dst, in_flight);
        write_register(thread, i.e, caught_by);
        in_flight = 0;
        break;
      case Opcode::unreachable:
        return fail(number, finding::Kind::abort,
                    "the program reaches a place that it promises never to reach");
      case Opcode::unsupported:
        return give_up(number, program.messages[static_cast<std::size_t>(i.a)]);
      default:
        if (!(options.symmetry || i.opcode == Opcode::wide ? compute_watched(thread, i, number)
                                                           : compute(thread, i, number)))
          return Outcome::problem;
    }
    ++threads[number].frames.back().pc;
  }
}

}  // namespace heddle::program
