// SPDX-License-Identifier: Apache-2.0
// Calls of the rule book in two halves: a thread begins to wait for a condition, at a barrier, for a lock that
// prefers whoever waits for it, or runs a once routine; later it goes on.
//
// A waiting thread may wake without a reason as soon as its mutex is free (a notification meant for it then is one
// for nobody, so nothing is lost by doing both at once). Who waits with a time gives up first, and takes the mutex
// later: a notification in between is not for it.
#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

using sync::Call;
using ObjectKind = sync::Object;
using sync::Waking;

bool waits(const Thread& thread) {
  return thread.status == Thread::Status::waiting || thread.status == Thread::Status::waiting_timed;
}

}  // namespace

Outcome Machine::Parts::begin_wait(const SyncCall& call, const sync::Answer& answer) {
  const Word mutex = call.arguments[1];
  const sync::State held = state_of(ObjectKind::mutex, mutex);
  const sync::Ruling unlocking = sync::rule(Call::mutex_unlock, held, {.thread = call.number});
  const sync::State& given_up = unlocking.answers[0].after;
  if (!put_state(call.number, ObjectKind::mutex, mutex, held, given_up)) return Outcome::problem;
  Thread& thread = threads[call.number];
  if (given_up.owner != call.number) drop(thread, mutex);
  thread.status =
      call.row.form == sync::Form::timed ? Thread::Status::waiting_timed : Thread::Status::waiting;
  thread.waits_for = call.object();
  thread.mutex = mutex;
  expose(call.object());
  expose(mutex);
  effect(call.number, *answer.event, call.object(), 0, event::MemoryOrder::seq_cst,
         answer.with_mutex ? mutex : 0);
  return Outcome::done;
}

Outcome Machine::Parts::notify(const SyncCall& call, const sync::Answer& answer, std::uint32_t alternative) {
  effect(call.number, *answer.event, call.object());
  const std::size_t notification = effects.size() - 1;
  effects[notification].idle = true;
  std::uint32_t seen = 0;
  for (Thread& other : threads)
    if (waits(other) && other.waits_for == call.object() &&
        (answer.wakes == sync::Wakes::all || seen++ == alternative)) {
      other.status = Thread::Status::notified;
      other.dirty = true;
      effects[notification].idle = false;
    }
  return answer_with(call, answer.value);
}

// The last to arrive lets all of them leave, as far as order goes; their own next step only goes on from there.
Outcome Machine::Parts::arrive(const SyncCall& call, const sync::Answer& answer, std::uint32_t alternative) {
  const Word barrier = call.object();
  if (!put_state(call.number, ObjectKind::barrier, barrier, state_of(ObjectKind::barrier, barrier),
                 answer.after))
    return Outcome::problem;
  effect(call.number, event::Operation::arrive, barrier);
  if (answer.wakes != sync::Wakes::all) {
    threads[call.number].status = Thread::Status::at_barrier;
    threads[call.number].waits_for = barrier;
    expose(barrier);
    return Outcome::done;
  }
  std::uint32_t looked_at = 0;
  for (ThreadNumber number = 0; number < threads.size(); ++number) {
    Thread& other = threads[number];
    if (other.status != Thread::Status::at_barrier || other.waits_for != barrier) continue;
    const bool looks = instruction(other).e > 0;
    effect(number, event::Operation::leave, barrier);
    other.status =
        looks && ++looked_at == alternative ? Thread::Status::leaving_as_serial : Thread::Status::leaving;
    other.dirty = true;
  }
  effect(call.number, event::Operation::leave, barrier, 1);
  return answer_with(call, alternative == 0 ? -1 : 0);
}

Outcome Machine::Parts::begin_once(const SyncCall& call, const sync::Answer& answer) {
  const Word flag = call.object();
  const Word routine = call.arguments[1];
  const ObjectNumber function = is_pointer(routine) ? object_of(routine) : 0;
  if (!call.is_guard() && (function == 0 || function > program.functions.size()))
    return fail(call.number, finding::Kind::null_dereference, "a once flag has no function", routine);
  if (!become(call, state_of(ObjectKind::once, flag, call.is_guard()), answer)) return Outcome::problem;
  if (call.is_guard()) return answer_with(call, 1);
  push_frame(threads[call.number], function - 1, {});
  threads[call.number].frames.back().routine_of = flag;
  return Outcome::done;
}

// The routine has returned: so does the call of it.
Outcome Machine::Parts::end_once(ThreadNumber number) {
  const Word flag = threads[number].frames.back().routine_of;
  const SyncCall end(number, sync::Call::once_end, flag);
  use(number, flag, end.size());
  if (bytes(number, flag, end.size(), true) == nullptr) return Outcome::problem;
  const sync::State state = state_of(ObjectKind::once, flag);
  if (!become(end, state, sync::rule(Call::once_end, state, {.thread = number}).answers[0]))
    return Outcome::problem;
  if (!pop_frame(number)) return Outcome::problem;
  Thread& thread = threads[number];
  give_result(thread, instruction(thread), 0);
  ++thread.frames.back().pc;
  return Outcome::done;
}

Pending Machine::Parts::pending_second_half(ThreadNumber number) const {
  using Kind = Pending::Kind;
  const Thread& thread = threads[number];
  Pending next;
  next.may_block = true;
  next.address = thread.waits_for;
  if (thread.status == Thread::Status::leaving || thread.status == Thread::Status::leaving_as_serial) {
    next.kind = Kind::leave;
    next.alternatives = 1;
    if (thread.waits_for == 0) return next;
    next.size = SyncCall::object_size(ObjectKind::barrier);
    next.call = next.atomic = next.writes = next.leaves = true;
    return next;
  }
  if (thread.status == Thread::Status::at_barrier) {
    next.kind = Kind::leave;
    return next;
  }
  if (thread.status == Thread::Status::queued) {
    next = pending_sync(SyncCall(*this, number, instruction(thread)));
    next.alternatives = next.kind == Kind::queue ? 0 : 1;
    next.kind = Kind::acquire;
    return next;
  }
  const sync::Ruling waking =
      sync::rule(Call::condition_wake, state_of(ObjectKind::mutex, thread.mutex), {.thread = number});
  next.kind = Kind::wake;
  next.alternatives = waking.blocks() ? 0 : 1;
  next.owner = owner_of(thread.mutex);
  next.nested = !waking.blocks() && waking.misuse == sync::Misuse::none && !waking.answers[0].with_mutex;
  if (waits(thread)) {
    next.writes = true;  // it leaves the wait set by itself
    next.spurious = thread.status == Thread::Status::waiting;
    if (thread.status == Thread::Status::waiting_timed) {
      next.kind = Kind::give_up;
      ++next.alternatives;
    }
    return next;
  }
  if (thread.waits_for != 0) {
    next.source = thread.waits_for;
    next.source_size = SyncCall::object_size(ObjectKind::condition);
    next.leaves = true;
  }
  next.address = thread.mutex;
  next.size = SyncCall::object_size(ObjectKind::mutex);
  next.call = next.atomic = next.writes = true;
  if (waking.blocks()) next.why = sync::sentence(waking.waits);
  return next;
}

// A destroy waits for those who have waited there and not returned yet: they do not touch it any more.
void Machine::Parts::let_leave(Word object) {
  for (Thread& thread : threads)
    if (is_leaving(thread) && thread.waits_for == object) {
      thread.waits_for = 0;
      thread.dirty = true;
    }
}

// The last use of what the thread has waited for.
bool Machine::Parts::leave(ThreadNumber number, ObjectKind kind) {
  const Word object = threads[number].waits_for;
  if (object == 0) return true;
  const std::uint64_t size = SyncCall::object_size(kind);
  use(number, object, size);
  if (options.effects_of_calls) effects.back().leaves = true;
  return bytes(number, object, size, true) != nullptr;
}

Outcome Machine::Parts::perform_second_half(ThreadNumber number, std::uint32_t alternative) {
  Thread& thread = threads[number];
  const SyncCall call(*this, number, instruction(thread));
  const auto resume = [&](int value) {
    Thread& again = threads[number];
    again.status = Thread::Status::running;
    again.waits_for = again.mutex = 0;
    return answer_with(call, value);
  };
  switch (thread.status) {
    case Thread::Status::leaving:
    case Thread::Status::leaving_as_serial:
      if (!leave(number, ObjectKind::barrier)) return Outcome::problem;
      return resume(threads[number].status == Thread::Status::leaving ? 0 : -1);
    case Thread::Status::queued:
      thread.status = Thread::Status::running;
      thread.waits_for = 0;
      return perform_sync(call, alternative);
    case Thread::Status::waiting_timed:
      if (alternative == 0) {
        thread.status = Thread::Status::timed_out;
        return Outcome::done;
      }
      break;
    default:
      break;
  }
  if (is_leaving(thread) && !leave(number, ObjectKind::condition)) return Outcome::problem;
  const Word mutex = thread.mutex;
  const std::uint64_t size = SyncCall::object_size(ObjectKind::mutex);
  use(number, mutex, size);
  if (bytes(number, mutex, size, true) == nullptr) return Outcome::problem;
  const Waking why = thread.status == Thread::Status::timed_out  ? Waking::timed_out
                     : thread.status == Thread::Status::notified ? Waking::notified
                                                                 : Waking::spurious;
  const sync::State before = state_of(ObjectKind::mutex, mutex);
  const sync::Ruling waking = sync::rule(Call::condition_wake, before, {.thread = number}, {.waking = why});
  if (waking.misuse != sync::Misuse::none) return misused(number, waking.misuse, mutex);
  const sync::Answer& answer = waking.answers[0];
  if (!answer.with_mutex) unordered_look = true;
  if (!put_state(number, ObjectKind::mutex, mutex, before, answer.after)) return Outcome::problem;
  if (answer.after.owner == number && before.owner != number) hold(number, mutex);
  const Word waited_for = threads[number].waits_for != 0 ? threads[number].waits_for : mutex;
  effect(number, event::Operation::wake, waited_for, 0, event::MemoryOrder::seq_cst,
         answer.with_mutex ? mutex : 0);
  return resume(answer.value);
}

}  // namespace heddle::program
