// SPDX-License-Identifier: Apache-2.0
// Doing a visible operation (machine_pending.cpp tells which). Here: accesses, conditions, barriers,
// semaphores, once flags, choices; machine_blocks, machine_threads and machine_locks do the rest.
//
// Synchronisation objects live in the program's own memory, in words of our choosing: a mutex has 1 at byte 0
// while it is held (by whom is known from the threads), how often it is held at byte 4 and its kind at byte
// 16, where glibc's static initialisers put it; a spin lock only the former; a rwlock 1 for a writer at 0 and
// the number of readers at 4; a semaphore its value at 0; a barrier its count at 0 and the arrivals at 4; a
// once flag 0, 1 (running), 2. Who waits for a condition or at a barrier is known from the threads.
#include <algorithm>

#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

Outcome Machine::Parts::perform(ThreadNumber number, std::uint32_t alternative) {
  Thread& thread = threads[number];
  thread.dirty = true;
  const auto resume = [&](Word result) {
    thread.status = Thread::Status::running;
    thread.waits_for = 0;
    thread.mutex = 0;
    give_result(thread, instruction(thread), result);
    ++thread.frames.back().pc;
    return Outcome::done;
  };
  switch (thread.status) {
    case Thread::Status::notified:
    case Thread::Status::timed_out: {
      const Word mutex = thread.mutex;
      if (!store(number, mutex, 4, 1)) return Outcome::problem;
      if (!store(number, mutex + 4, 4, 1)) return Outcome::problem;
      hold(number, mutex);
      effect(number, event::Operation::wake, thread.waits_for, 0, event::MemoryOrder::seq_cst, mutex);
      const bool timed_out = thread.status == Thread::Status::timed_out;
      return resume(timed_out ? kTimedOut : 0);
    }
    case Thread::Status::leaving:
      return resume(0);
    default:
      break;
  }
  if (thread.interrupted) {
    thread.interrupted = false;
    return Outcome::done;
  }
  const Instruction& i = instruction(thread);
  switch (i.opcode) {
    case Opcode::load:
    case Opcode::store:
    case Opcode::rmw:
    case Opcode::compare_exchange:
      return access(number, i, true);
    case Opcode::fence:
      effect(number, event::Operation::fence, 0, 0, static_cast<event::MemoryOrder>(i.aux - 1));
      ++thread.frames.back().pc;
      return Outcome::done;
    case Opcode::ret:
      exited = true;
      effect(number, event::Operation::end, 0);
      return Outcome::done;
    default:
      return perform_builtin(number, i, alternative);
  }
}

Outcome Machine::Parts::perform_builtin(ThreadNumber number, const Instruction& i,
                                        std::uint32_t alternative) {
  const BuiltinCall call{*this, number, i, alternative};
  std::optional<Outcome> done = perform_lock(call);
  if (!done) done = perform_memory(call);
  if (!done) done = perform_thread(call);
  if (!done) done = perform_synchronisation(call);
  HEDDLE_CHECK(done.has_value(), "every visible builtin can be performed");
  return *done;
}

std::optional<Outcome> Machine::Parts::perform_synchronisation(const BuiltinCall& call) {
  using event::Operation;
  using finding::Kind;
  const ThreadNumber number = call.number;
  const Instruction& i = call.instruction;
  Thread* thread = &threads[number];
  const auto builtin = static_cast<Builtin>(call.instruction.a);
  const auto arg = [&](Operand k) { return call.argument(k); };
  switch (builtin) {
    case Builtin::condition_init:
    case Builtin::condition_destroy: {
      if (builtin == Builtin::condition_destroy && waiters(arg(0)) > 0)
        return call.misuse("a condition is destroyed while a thread waits for it");
      return call.go_on_if(fill(number, arg(0), 0, 4));
    }
    case Builtin::condition_wait:
    case Builtin::condition_timed_wait:
    case Builtin::condition_wait_cpp: {
      Word mutex = arg(1);
      if (builtin == Builtin::condition_wait_cpp && !load(number, arg(1), 8, mutex)) return Outcome::problem;
      if (peek(mutex, 0) == 0 || !holds(*thread, mutex))
        return fail(number, Kind::lock_misuse, "a thread waits with a lock it does not hold", mutex);
      if (!store(number, mutex, 4, 0) || !store(number, mutex + 4, 4, 0)) return Outcome::problem;
      drop(*thread, mutex);
      thread->status =
          builtin == Builtin::condition_timed_wait ? Thread::Status::timed_out : Thread::Status::waiting;
      thread->waits_for = arg(0);
      thread->mutex = mutex;
      effect(number, Operation::wait, arg(0), 0, event::MemoryOrder::seq_cst, mutex);
      return Outcome::done;
    }
    case Builtin::condition_signal:
    case Builtin::condition_broadcast: {
      const bool all = builtin == Builtin::condition_broadcast;
      effect(number, all ? Operation::notify_all : Operation::notify, arg(0));
      std::uint32_t seen = 0;
      for (Thread& other : threads)
        if ((other.status == Thread::Status::waiting || other.status == Thread::Status::timed_out) &&
            other.waits_for == arg(0) && (all || seen++ == call.alternative)) {
          other.status = Thread::Status::notified;
          other.dirty = true;
        }
      return call.go_on(0);
    }
    case Builtin::barrier_init:
      if ((arg(2) & 0xFFFFFFFF) == 0) return call.misuse("a barrier for no threads");
      return call.go_on_if(call.put(0, arg(2)) && call.put(4, 0));
    case Builtin::barrier_destroy:
      return call.go_on(0);
    case Builtin::barrier_wait: {
      Word count = 0;
      Word arrived = 0;
      if (!call.word(0, count) || !call.word(4, arrived)) return Outcome::problem;
      if (count == 0) return call.misuse("a barrier is used before it is initialised");
      effect(number, Operation::arrive, arg(0));
      const Word barrier = arg(0);
      if (arrived + 1 < count) {
        if (!call.put(4, arrived + 1)) return Outcome::problem;
        thread->status = Thread::Status::at_barrier;
        thread->waits_for = barrier;
        return Outcome::done;
      }
      if (!call.put(4, 0)) return Outcome::problem;
      // All leave now, as far as order goes; their own next step only goes on from here.
      for (ThreadNumber other = 0; other < threads.size(); ++other)
        if (threads[other].status == Thread::Status::at_barrier && threads[other].waits_for == barrier) {
          effect(other, Operation::leave, barrier);
          threads[other].status = Thread::Status::leaving;
          threads[other].dirty = true;
        }
      effect(number, Operation::leave, barrier, 1);
      return call.go_on(~Word{0});  // PTHREAD_BARRIER_SERIAL_THREAD
    }
    case Builtin::semaphore_init:
      return call.go_on_if(call.put(0, arg(2)));
    case Builtin::semaphore_destroy:
      return call.go_on(0);
    case Builtin::semaphore_wait:
    case Builtin::semaphore_try_wait: {
      Word count = 0;
      if (!call.word(0, count)) return Outcome::problem;
      if (count == 0) return call.go_on(~Word{0});
      if (!call.put(0, count - 1)) return Outcome::problem;
      effect(number, Operation::atomic_rmw, arg(0), 4);
      return call.go_on(0);
    }
    case Builtin::semaphore_post: {
      Word count = 0;
      if (!call.word(0, count) || !call.put(0, count + 1)) return Outcome::problem;
      effect(number, Operation::atomic_rmw, arg(0), 4);
      return call.go_on(0);
    }
    case Builtin::semaphore_value: {
      Word count = 0;
      if (!call.word(0, count) || !store(number, arg(1), 4, count)) return Outcome::problem;
      effect(number, Operation::atomic_load, arg(0), 4);
      return call.go_on(0);
    }
    case Builtin::once: {
      Word flag = 0;
      if (!call.word(0, flag)) return Outcome::problem;
      effect(number, Operation::acquire, arg(0));
      if (flag == 2) {
        effect(number, Operation::release, arg(0));
        return call.go_on(0);
      }
      const Word routine = arg(1);
      const ObjectNumber object = is_pointer(routine) ? object_of(routine) : 0;
      if (object == 0 || object > program.functions.size())
        return fail(number, Kind::null_dereference, "a once flag has no function", routine);
      const Word address = arg(0);
      if (!call.put(0, 1)) return Outcome::problem;
      push_frame(*thread, object - 1, {});
      thread->frames.back().once = address;
      return Outcome::done;
    }
    case Builtin::guard_acquire: {
      Word flag = 0;
      if (!load(number, arg(0), 1, flag)) return Outcome::problem;
      effect(number, Operation::acquire, arg(0));
      if (flag != 0) {
        effect(number, Operation::release, arg(0));
        return call.go_on(0);
      }
      return call.go_on_if(store(number, arg(0) + 1, 1, 1), 1);
    }
    case Builtin::guard_release: {
      const bool stored = store(number, arg(0), 1, 1) && store(number, arg(0) + 1, 1, 0);
      effect(number, Operation::release, arg(0));
      return call.go_on_if(stored);
    }
    case Builtin::choose:
      if ((arg(0) & 0xFFFFFFFF) == 0) return call.misuse("heddle_choose(0): there is nothing to choose from");
      if ((arg(0) & 0xFFFFFFFF) > kMostAlternatives)
        return give_up(number, "a choice among more than 65,536");
      return call.go_on(call.alternative);
    case Builtin::nondet_bool:
    case Builtin::nondet_char:
      return call.go_on(call.alternative);
    case Builtin::nondet_int:
    case Builtin::nondet_unsigned:
      if (partial_input == 0) partial_input = std::max(i.location, 1U);
      return call.go_on(static_cast<Word>(options.inputs[call.alternative]));
    case Builtin::atomic_begin:
      if (thread->atomic_depth++ == 0) {
        hold(number, kAtomicBlock);
        effect(number, Operation::acquire, kAtomicBlock);
      }
      return call.go_on(0);
    default:
      return std::nullopt;
  }
}

}  // namespace heddle::program
