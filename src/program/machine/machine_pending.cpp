// SPDX-License-Identifier: Apache-2.0
// What a thread stands before, in how many ways it can go on, and doing it.
#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

Pending simple(Pending::Kind kind) {
  Pending next;
  next.kind = kind;
  next.alternatives = 1;
  return next;
}

// pthread_exit unwinds: destructors run, and handlers that catch everything must not swallow it.
bool is_unwound(const Machine::Parts& parts, const Thread& thread) {
  return std::any_of(thread.frames.begin(), thread.frames.end(), [&](const Frame& frame) {
    const Instruction& at = parts.program.functions[frame.function].code[frame.pc];
    return (at.opcode == Opcode::call || at.opcode == Opcode::call_pointer || at.opcode == Opcode::sync) &&
           at.flags != 0;
  });
}

// The frame of a once routine that pthread_exit leaves; beyond all frames: there is none.
std::size_t left_by_end(const Machine::Parts& parts, const SyncCall& call) {
  const std::vector<Frame>& frames = parts.threads[call.number].frames;
  if (call.call != sync::Call::thread_exit) return frames.size();
  const std::size_t routine = parts.left_routine(parts.threads[call.number], 0);
  return routine < frames.size() && frames[routine].routine_of == kExitHandlers ? frames.size() : routine;
}

}  // namespace

Pending Machine::Parts::touching(Word address, Word size, bool writes) {
  Pending next = simple(Pending::Kind::access);
  next.address = address;
  next.size = size;
  next.writes = writes;
  next.reads = !writes;
  return next;
}

Pending Machine::Parts::pending(ThreadNumber number) const {
  using Kind = Pending::Kind;
  if (exited || number >= threads.size()) return {};
  const Thread& thread = threads[number];
  if (thread.status == Thread::Status::absent || thread.status >= Thread::Status::finished) return {};
  const Instruction& i = instruction(thread);
  const auto what = [&] {
    if (thread.status == Thread::Status::at_end) {
      const ObjectNumber local = shared_local(number, Leaving::storage);
      return local != 0 ? before_end_of(local) : simple(Kind::end);
    }
    if (thread.status != Thread::Status::running) return pending_second_half(number);
    if (thread.interrupted) return simple(Kind::local);
    switch (i.opcode) {
      case Opcode::load:
      case Opcode::load_result:
      case Opcode::store:
      case Opcode::rmw:
      case Opcode::compare_exchange:
        return before_access(thread, i);
      case Opcode::fence: {
        Pending next = simple(Kind::fence);
        next.order = static_cast<event::MemoryOrder>(i.aux - 1);
        return next;
      }
      case Opcode::ret: {
        const Word routine = thread.frames.back().routine_of;
        const bool exits = routine == kExitHandlers || (number == 0 && thread.frames.size() == 1);
        if (const ObjectNumber local = exits ? 0 : shared_local(number, Leaving::frame); local != 0)
          return before_end_of(local);
        if (exits) return simple(Kind::exit);
        return pending_sync(SyncCall(number, sync::Call::once_end, routine));
      }
      case Opcode::sync: {
        const SyncCall call(*this, number, i);
        if (call.call == sync::Call::thread_exit)
          if (const ObjectNumber local = shared_local(number, Leaving::frames); local != 0)
            return before_end_of(local);
        if (const std::size_t routine = left_by_end(*this, call); routine < thread.frames.size())
          return pending_sync(SyncCall(number, sync::Call::once_abort, thread.frames[routine].routine_of));
        return pending_sync(call);
      }
      case Opcode::builtin:
        return pending_builtin({number, i});
      default:
        HEDDLE_CHECK(false, "a thread stands before a visible operation");
    }
    return Pending();
  };
  Pending next = what();
  next.location = i.location;
  next.trusted = function(thread).trusted;
  return next;
}

Outcome Machine::Parts::perform(ThreadNumber number, std::uint32_t alternative) {
  Thread& thread = threads[number];
  thread.dirty = true;
  if (thread.status == Thread::Status::at_end) {
    const ObjectNumber local = shared_local(number, Leaving::storage);
    return local != 0 ? end_of(number, local) : end_thread(number);
  }
  if (thread.status != Thread::Status::running) return perform_second_half(number, alternative);
  if (thread.interrupted) {
    thread.interrupted = false;
    return Outcome::done;
  }
  const Instruction& i = instruction(thread);
  switch (i.opcode) {
    case Opcode::load:
    case Opcode::load_result:
    case Opcode::store:
    case Opcode::rmw:
    case Opcode::compare_exchange:
      return access(number, i, alternative, true);
    case Opcode::fence:
      effect(number, event::Operation::fence, 0, 0, static_cast<event::MemoryOrder>(i.aux - 1));
      ++thread.frames.back().pc;
      return Outcome::done;
    case Opcode::ret: {
      const Word routine = thread.frames.back().routine_of;
      if (routine == kExitHandlers) return exit_now(number);
      if (number == 0 && thread.frames.size() == 1)
        return begin_exit(number, i.c > 0 ? argument(thread, i, 0) : 0, program.exit_handlers);
      if (const ObjectNumber local = shared_local(number, Leaving::frame); local != 0)
        return end_of(number, local);
      return end_once(number);
    }
    case Opcode::sync: {
      const SyncCall call(*this, number, i);
      if (call.call == sync::Call::thread_exit) {
        if (is_unwound(*this, thread))
          return give_up(number, "pthread_exit where C++ has destructors or handlers to run");
        if (const ObjectNumber local = shared_local(number, Leaving::frames); local != 0)
          return end_of(number, local);
        if (const std::size_t routine = left_by_end(*this, call); routine < thread.frames.size())
          return abort_routine(number, routine);
      }
      return perform_sync(call, alternative);
    }
    default:
      return perform_builtin({number, i, alternative});
  }
}

}  // namespace heddle::program
