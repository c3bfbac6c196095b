// SPDX-License-Identifier: Apache-2.0
// How threads and the program end, well or not.
//
// A thread that ends first runs its destructors (Program::thread_end), and exit what was registered for it
// (Program::exit_handlers), as ordinary code while the other threads go on. Then the thread is gone, and whoever
// could tell when (it holds a lock, someone asks whether it has ended) makes that a step of its own; or the
// program is gone, and what others had not done yet never happens.
#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

using finding::Kind;

bool Machine::Parts::leaves_atomic_block(ThreadNumber number) {
  if (threads[number].atomic_depth == 0 || on_behalf || number >= thread_names.size()) return false;
  fail(number, Kind::lock_misuse, "a thread ends inside an atomic block");
  return true;
}

bool Machine::Parts::is_alone(ThreadNumber number) const {
  if (threads[0].others_gone || threads[0].status == Thread::Status::absent) return false;
  for (ThreadNumber other = 0; other < threads.size(); ++other)
    if (other != number && threads[other].status != Thread::Status::absent) return false;
  return true;
}

ObjectNumber Machine::Parts::shared_local(ThreadNumber number, Leaving leaving) const {
  const Thread& thread = threads[number];
  if (leaving == Leaving::storage) return shared_of(number, thread.storage, 0);
  return shared_of(number, thread.objects, leaving == Leaving::frame ? thread.frames.back().first_object : 0);
}
ObjectNumber Machine::Parts::shared_of(ThreadNumber number, const std::vector<ObjectNumber>& among,
                                       std::size_t first) const {
  for (std::size_t i = among.size(); i-- > first;)
    if (among[i] != 0 && objects[among[i]].escaped && threads[number].atomic_depth == 0 && !is_alone(number))
      return among[i];
  return 0;
}
Pending Machine::Parts::before_end_of(ObjectNumber object) const {
  Pending next;
  next.kind = Pending::Kind::access;
  next.alternatives = 1;
  next.writes = next.free = true;
  next.address = address_of(object);
  next.size = std::max<std::uint32_t>(objects[object].size, 1);
  return next;
}
Outcome Machine::Parts::end_of(ThreadNumber number, ObjectNumber object) {
  effect(number, event::Operation::free, address_of(object),
         std::max<std::uint32_t>(objects[object].size, 1));
  if (!leave_memory(number, object)) return Outcome::problem;
  Thread& thread = threads[number];
  std::erase(thread.objects, object);
  std::replace(thread.storage.begin(), thread.storage.end(), object, ObjectNumber{0});
  end_object(object);
  return Outcome::done;
}

Outcome Machine::Parts::begin_end(ThreadNumber number, Word result) {
  if (leaves_atomic_block(number)) return Outcome::problem;
  threads[number].result = result;
  threads[number].ending = true;
  while (threads[number].frames.size() > 1)
    if (!pop_frame(number)) return Outcome::problem;
  if (!program.thread_end || number >= thread_names.size()) return stand_at_end(number);
  if (!pop_frame(number)) return Outcome::problem;
  push_frame(threads[number], *program.thread_end, {});
  return Outcome::done;
}

Outcome Machine::Parts::stand_at_end(ThreadNumber number) {
  threads[number].status = Thread::Status::at_end;
  return end_is_seen(number) || shared_local(number, Leaving::storage) != 0 ? Outcome::done
                                                                            : end_thread(number);
}

bool Machine::Parts::end_is_seen(ThreadNumber number) const {
  if (number >= thread_names.size() || threads[number].atomic_depth > 0) return false;
  const bool main_is_gone =
      threads[0].status == Thread::Status::absent || threads[0].status >= Thread::Status::finished;
  return program.asks_for_ends || !threads[number].held.empty() || (main_is_gone && program.exit_handlers);
}

Outcome Machine::Parts::end_thread(ThreadNumber number) {
  using Status = Thread::Status;
  const bool is_last = std::none_of(threads.begin(), threads.end(), [&](const Thread& other) {
    return &other != &threads[number] && other.status != Status::absent && other.status < Status::finished;
  });
  if (is_last && program.exit_handlers && number < thread_names.size()) {
    threads[number].status = Status::running;
    for (ThreadNumber other = 0; other < thread_names.size(); ++other)  // libc counts them down
      if (other != number) effect(number, event::Operation::join, other);
    return begin_exit(number, 0, program.exit_handlers);
  }
  while (!threads[number].frames.empty())
    if (!pop_frame(number)) return Outcome::problem;
  for (const ObjectNumber object : threads[number].storage)
    if (object != 0) {
      if (!leave_memory(number, object)) return Outcome::problem;
      end_object(object);
    }
  const std::vector<Word> held = threads[number].held;
  for (const Word lock : held) {
    // Only a robust mutex does anything; none but a mutex that was initialised looks like one.
    const sync::State mutex = state_of(sync::Object::mutex, lock);
    if ((lock & 1) == 0 && peek(lock, 0) == 1 && mutex.life == sync::Life::initialised &&
        mutex.robust != sync::Robust::no) {
      const sync::Answer answer =
          sync::rule(sync::Call::mutex_owner_ends, mutex, {.thread = number}).answers[0];
      use(number, lock, SyncCall::object_size(sync::Object::mutex));
      effect(number, *answer.event, lock);
      if (!put_state(number, sync::Object::mutex, lock, mutex, answer.after)) return Outcome::problem;
    } else {
      threads[0].abandoned.push_back(lock);
      threads[0].dirty = true;
    }
  }
  effect(number, event::Operation::end, 0);
  Thread& thread = threads[number];
  thread.storage.clear();
  thread.ending = false;
  thread.result = thread.detached ? 0 : thread.result;
  escape(thread.result);
  thread.status = thread.detached ? Status::absent : Status::finished;
  if (thread.detached) {
    threads[0].others_gone = true;
    threads[0].dirty = true;
  }
  thread.registers.clear();
  thread.held.clear();
  thread.interrupted = false;
  thread.dirty = true;
  return Outcome::done;
}

Outcome Machine::Parts::begin_exit(ThreadNumber number, Word status, std::optional<std::uint32_t> handlers) {
  Thread& thread = threads[number];
  thread.result = status;
  if (!handlers) return exit_now(number);
  push_frame(thread, *handlers, {});
  thread.frames.back().routine_of = kExitHandlers;
  return Outcome::done;
}

Outcome Machine::Parts::exit_now(ThreadNumber number) {
  exited = true;
  effect(number, event::Operation::end, 0);
  const Word status = threads[number].result & 0xFF;
  if (status == 0 || options.fatal_calls != FatalCalls::all) return Outcome::done;
  return fail(number, Kind::failure, fmt::format("the program ends with status {}", status));
}

Pending Machine::Parts::before_end(const BuiltinCall&) const {
  Pending next;
  next.kind = Pending::Kind::exit;
  next.alternatives = 1;
  return next;
}

// What is wrong at once needs no look at others; what only ends the program does.
Pending Machine::Parts::before_death(const BuiltinCall& call) const {
  return options.fatal_calls == FatalCalls::all ? Pending() : before_end(call);
}

Outcome Machine::Parts::do_exit_program(const BuiltinCall& call) {
  return begin_exit(call.number, arg(call, 0), program.exit_handlers);
}
Outcome Machine::Parts::do_exit_quickly(const BuiltinCall& call) {
  return begin_exit(call.number, arg(call, 0), program.quick_exit_handlers);
}
Outcome Machine::Parts::do_exit_at_once(const BuiltinCall& call) {
  return begin_exit(call.number, arg(call, 0), std::nullopt);
}

Outcome Machine::Parts::do_assert_fail(const BuiltinCall& call) {
  if (options.fatal_calls != FatalCalls::all) return exit_now(call.number);
  std::string text;
  if (call.instruction.c < 1 || !string_at(call.number, arg(call, 0), text)) text.assign(1, '?');
  return fail(call.number, Kind::assertion, fmt::format("assertion `{}` fails", text));
}
Outcome Machine::Parts::do_reach_error(const BuiltinCall& call) {
  if (options.fatal_calls == FatalCalls::none) return go_on(call, 0);
  return fail(call.number, Kind::assertion, "reach_error() is called");
}
Outcome Machine::Parts::do_abort_program(const BuiltinCall& call) {
  if (options.fatal_calls != FatalCalls::all) return exit_now(call.number);
  return fail(call.number, Kind::abort, "the program aborts");
}
Outcome Machine::Parts::do_overflow(const BuiltinCall& call) {
  return fail(call.number, Kind::signal, kSignedOverflow);
}

}  // namespace heddle::program
