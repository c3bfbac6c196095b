// SPDX-License-Identifier: Apache-2.0
// What a thread stands before, and in how many ways it can go on. Looks, never changes anything.
#include <algorithm>

#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

std::uint32_t Machine::Parts::peek(Word address, std::uint32_t offset) const {
  if (!is_pointer(address) || object_of(address) >= objects.size()) return 0;
  const Object& object = objects[object_of(address)];
  const std::int64_t at = offset_of(address) + offset;
  if (object.data == nullptr || at < 0 || at + 4 > static_cast<std::int64_t>(object.size)) return 0;
  std::uint32_t word = 0;
  std::memcpy(&word, object.data + at, 4);
  return word;
}

std::uint32_t Machine::Parts::waiters(Word condition) const {
  std::uint32_t count = 0;
  for (const Thread& thread : threads)
    if ((thread.status == Thread::Status::waiting || thread.status == Thread::Status::timed_out) &&
        thread.waits_for == condition)
      ++count;
  return count;
}

Pending Machine::Parts::pending(ThreadNumber number) const {
  using Kind = Pending::Kind;
  Pending next;
  if (exited || number >= threads.size()) return next;
  const Thread& thread = threads[number];
  if (thread.status == Thread::Status::absent || thread.status >= Thread::Status::finished) return next;
  const Instruction& i = instruction(thread);
  next.location = i.location;
  next.trusted = function(thread).trusted;
  switch (thread.status) {
    case Thread::Status::waiting:
      next.kind = Kind::wake;
      next.address = thread.waits_for;
      next.may_block = true;
      return next;
    case Thread::Status::notified:
    case Thread::Status::timed_out:
      next.kind = Kind::wake;
      next.address = thread.mutex;
      next.may_block = true;
      next.owner = owner_of(thread.mutex);
      next.writes = thread.status == Thread::Status::timed_out;  // it leaves the wait set by itself
      next.alternatives = peek(thread.mutex, 0) == 0 ? 1 : 0;
      return next;
    case Thread::Status::at_barrier:
      next.kind = Kind::leave;
      next.address = thread.waits_for;
      next.may_block = true;
      return next;
    case Thread::Status::leaving:
      next.kind = Kind::leave;
      next.address = thread.waits_for;
      next.alternatives = 1;
      return next;
    default:
      break;
  }
  if (thread.interrupted) {
    next.kind = Kind::local;
    next.alternatives = 1;
    return next;
  }
  next.alternatives = 1;
  switch (i.opcode) {
    case Opcode::load:
    case Opcode::store:
    case Opcode::rmw:
    case Opcode::compare_exchange:
      next.kind = Kind::access;
      next.address = value(thread, i.opcode == Opcode::store ? i.b : i.a);
      next.size = i.width;
      next.reads = i.opcode != Opcode::store;
      next.writes = i.opcode != Opcode::load;
      next.atomic = i.aux != 0;
      if (next.atomic) next.order = static_cast<event::MemoryOrder>(i.aux - 1);
      return next;
    case Opcode::fence:
      next.kind = Kind::fence;
      next.order = static_cast<event::MemoryOrder>(i.aux - 1);
      return next;
    case Opcode::ret:
      next.kind = Kind::exit;
      return next;
    case Opcode::builtin: {
      Pending builtin = pending_builtin(number, i);
      builtin.location = next.location;
      builtin.trusted = next.trusted;
      return builtin;
    }
    default:
      HEDDLE_CHECK(false, "a thread stands before a visible operation");
  }
  return next;
}

Pending Machine::Parts::pending_builtin(ThreadNumber number, const Instruction& i) const {
  using Kind = Pending::Kind;
  const Thread& thread = threads[number];
  const auto arg = [&](Operand k) { return argument(thread, i, k); };
  Pending next;
  next.alternatives = 1;
  const auto touch_range = [&](Word address, Word size, bool writes) {
    next.kind = Kind::access;
    next.address = address;
    next.size = size;
    next.writes = writes;
    next.reads = !writes;
  };
  const auto simple = [&](Kind kind, Word address) {
    next.kind = kind;
    next.address = address;
  };
  switch (static_cast<Builtin>(i.a)) {
    case Builtin::exit_program:
      simple(Kind::exit, 0);
      break;
    case Builtin::reallocate:
    case Builtin::release_memory: {
      const Word address = arg(0);
      const bool known = is_pointer(address) && object_of(address) < objects.size();
      touch_range(address, known ? std::max<std::uint32_t>(objects[object_of(address)].size, 1) : 1, true);
      next.free = true;
      break;
    }
    case Builtin::copy_memory:
      touch_range(arg(0), arg(2), true);
      next.source = arg(1);
      next.source_size = arg(2);
      break;
    case Builtin::set_memory:
      touch_range(arg(0), arg(2), true);
      break;
    case Builtin::compare_memory:
      touch_range(arg(0), arg(2), false);
      next.source = arg(1);
      next.source_size = arg(2);
      break;
    case Builtin::string_length:
      touch_range(arg(0), string_extent(arg(0)), false);
      break;
    case Builtin::string_compare:
    case Builtin::string_compare_bounded:
      touch_range(arg(0), string_extent(arg(0)), false);
      next.source = arg(1);
      next.source_size = string_extent(arg(1));
      break;
    case Builtin::string_copy:
      touch_range(arg(0), string_extent(arg(1)), true);
      next.source = arg(1);
      next.source_size = string_extent(arg(1));
      break;
    case Builtin::thread_create:
    case Builtin::thread_create_c11:
    case Builtin::thread_start_cpp:
      simple(Kind::create, arg(0));
      break;
    case Builtin::thread_join:
    case Builtin::thread_join_c11:
    case Builtin::thread_join_cpp: {
      // The number + 1, the lower half of an id.
      Word id = is_thread_id(arg(0)) ? arg(0) & 0xFFFFFFFF : 0;
      if (static_cast<Builtin>(i.a) == Builtin::thread_join_cpp) id = peek(arg(0), 0);
      simple(Kind::join, id - 1);
      next.may_block = true;
      // A thread that does not exist is an error, found by doing it.
      if (id != 0 && id - 1 < threads.size() && threads[id - 1].status != Thread::Status::absent &&
          !is_finished(static_cast<ThreadNumber>(id - 1)))
        next.alternatives = 0;
      break;
    }
    case Builtin::thread_detach:
    case Builtin::thread_detach_cpp:
      simple(Kind::detach, arg(0));
      break;
    case Builtin::thread_exit:
      simple(number == 0 ? Kind::detach : Kind::local, 0);
      break;
    case Builtin::mutex_init:
    case Builtin::mutex_init_c11:
    case Builtin::mutex_destroy:
    case Builtin::spin_init:
    case Builtin::spin_destroy:
    case Builtin::mutex_attribute_init:
    case Builtin::mutex_attribute_set_type:
    case Builtin::condition_init:
    case Builtin::condition_destroy:
    case Builtin::rwlock_init:
    case Builtin::rwlock_destroy:
    case Builtin::barrier_init:
    case Builtin::barrier_destroy:
    case Builtin::semaphore_init:
    case Builtin::semaphore_destroy:
      simple(Kind::initialise, arg(0));
      break;
    case Builtin::mutex_lock: {
      simple(Kind::acquire, arg(0));
      next.may_block = true;
      const bool taken = peek(arg(0), 0) != 0;
      const bool mine = taken && holds(thread, arg(0));
      const std::uint32_t kind = peek(arg(0), 16);
      if (taken) next.owner = owner_of(arg(0));
      next.nested = mine && kind == kRecursive;
      if (taken && !(mine && (kind == kRecursive || kind == kErrorChecking)) && kind != kDestroyed)
        next.alternatives = 0;
      break;
    }
    case Builtin::spin_lock:
      simple(Kind::acquire, arg(0));
      next.may_block = true;
      if (const std::uint32_t word = peek(arg(0), 0); word != 0 && word != kDestroyed) {
        next.owner = owner_of(arg(0));
        next.alternatives = 0;
      }
      break;
    case Builtin::mutex_try_lock:
    case Builtin::mutex_try_lock_c11:
    case Builtin::mutex_timed_lock:
    case Builtin::spin_try_lock:
    case Builtin::rwlock_try_read:
    case Builtin::rwlock_try_write:
      simple(Kind::try_acquire, arg(0));
      break;
    case Builtin::mutex_unlock:
    case Builtin::spin_unlock:
    case Builtin::rwlock_unlock:
      simple(Kind::release, arg(0));
      break;
    case Builtin::rwlock_read:
      simple(Kind::acquire, arg(0));
      next.shared = true;
      next.may_block = true;
      if (peek(arg(0), 0) != 0) next.owner = owner_of(arg(0));
      if (peek(arg(0), 0) != 0 && peek(arg(0), 16) != kDestroyed) next.alternatives = 0;
      break;
    case Builtin::rwlock_write:
      simple(Kind::acquire, arg(0));
      next.may_block = true;
      if (peek(arg(0), 0) != 0) next.owner = owner_of(arg(0));
      if ((peek(arg(0), 0) != 0 || peek(arg(0), 4) != 0) && peek(arg(0), 16) != kDestroyed)
        next.alternatives = 0;
      break;
    case Builtin::condition_wait:
    case Builtin::condition_timed_wait:
    case Builtin::condition_wait_cpp:
      simple(Kind::wait, arg(0));
      break;
    case Builtin::condition_signal:
      simple(Kind::notify, arg(0));
      next.alternatives = std::max<std::uint32_t>(1, waiters(arg(0)));
      break;
    case Builtin::condition_broadcast:
      simple(Kind::notify, arg(0));
      break;
    case Builtin::barrier_wait:
      simple(Kind::arrive, arg(0));
      break;
    case Builtin::semaphore_wait:
      simple(Kind::semaphore, arg(0));
      next.may_block = true;
      if (peek(arg(0), 0) == 0) next.alternatives = 0;
      break;
    case Builtin::semaphore_try_wait:
    case Builtin::semaphore_post:
    case Builtin::semaphore_value:
      simple(Kind::semaphore, arg(0));
      break;
    case Builtin::once:
      simple(Kind::once, arg(0));
      next.may_block = true;
      if (peek(arg(0), 0) == 1) next.alternatives = 0;
      break;
    case Builtin::guard_acquire:
      simple(Kind::once, arg(0));
      next.may_block = true;
      if ((peek(arg(0), 0) & 0xFF00) != 0) next.alternatives = 0;
      break;
    case Builtin::guard_release:
      simple(Kind::release, arg(0));
      break;
    case Builtin::choose:
      simple(Kind::choose, 0);
      // None to choose from is an error, found by doing it.
      next.alternatives =
          static_cast<std::uint32_t>(std::clamp<Word>(arg(0) & 0xFFFFFFFF, 1, kMostAlternatives));
      break;
    case Builtin::nondet_bool:
      simple(Kind::choose, 0);
      next.alternatives = 2;
      break;
    case Builtin::nondet_char:
      simple(Kind::choose, 0);
      next.alternatives = 256;
      break;
    case Builtin::nondet_int:
    case Builtin::nondet_unsigned:
      simple(Kind::choose, 0);
      next.alternatives = static_cast<std::uint32_t>(options.inputs.size());
      break;
    case Builtin::atomic_begin:
      simple(Kind::atomic_begin, kAtomicBlock);
      for (ThreadNumber other = 0; other < threads.size(); ++other)
        if (other != number && threads[other].atomic_depth > 0) next.alternatives = 0;
      break;
    default:
      HEDDLE_CHECK(false, "every visible builtin can be pending");
  }
  return next;
}

}  // namespace heddle::program
