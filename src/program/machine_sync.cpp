// SPDX-License-Identifier: Apache-2.0
// Visible operations: what a thread stands before, and doing it.
//
// Synchronisation objects live in the program's own memory, in words of our choosing: a mutex has its owner
// (thread number + 1) at byte 0, how often it is held at byte 4 and its kind at byte 16, where glibc's static
// initialisers put it; a spin lock only the owner; a rwlock its writer at 0 and the number of readers at 4; a
// semaphore its value at 0; a barrier its count at 0 and the arrivals at 4; a once flag 0, 1 (running), 2.
// Who waits for a condition or at a barrier is known from the threads.
#include <algorithm>

#include <fmt/format.h>

#include "program/machine_parts.h"

namespace heddle::program {
namespace {

constexpr std::uint32_t kDestroyed = 0x5EAD;
constexpr Word kBusy = 16;       // EBUSY
constexpr Word kTimedOut = 110;  // ETIMEDOUT
constexpr Word kNotOwner = 1;    // EPERM
constexpr Word kDeadlock = 35;   // EDEADLK
constexpr std::uint32_t kRecursive = 1;
constexpr std::uint32_t kErrorChecking = 2;

}  // namespace

std::uint32_t Machine::Parts::peek(Word address, std::uint32_t offset) const {
  if (!is_pointer(address) || object_of(address) >= objects.size()) return 0;
  const Object& object = objects[object_of(address)];
  const std::int64_t at = offset_of(address) + offset;
  if (object.data == nullptr || at < 0 || at + 4 > static_cast<std::int64_t>(object.size)) return 0;
  std::uint32_t word = 0;
  std::memcpy(&word, object.data + at, 4);
  return word;
}

bool Machine::Parts::holds(const Thread& thread, Word lock) const {
  return std::binary_search(thread.held.begin(), thread.held.end(), lock);
}
bool Machine::Parts::hold(ThreadNumber number, Word lock) {
  Thread& thread = threads[number];
  thread.held.insert(std::upper_bound(thread.held.begin(), thread.held.end(), lock), lock);
  thread.dirty = true;
  return true;
}
void Machine::Parts::drop(Thread& thread, Word lock) {
  const auto at = std::lower_bound(thread.held.begin(), thread.held.end(), lock);
  if (at != thread.held.end() && *at == lock) thread.held.erase(at);
  thread.dirty = true;
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
      next.owner = peek(thread.mutex, 0);
      next.writes = thread.status == Thread::Status::timed_out;  // it leaves the wait set by itself
      next.alternatives = next.owner == 0 ? 1 : 0;
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
      Word id = arg(0);
      if (static_cast<Builtin>(i.a) == Builtin::thread_join_cpp) id = peek(id, 0);
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
      const std::uint32_t owner = peek(arg(0), 0);
      const std::uint32_t kind = peek(arg(0), 16);
      next.owner = owner;
      next.nested = owner == number + 1 && kind == kRecursive;
      if (owner != 0 && !(owner == number + 1 && (kind == kRecursive || kind == kErrorChecking)) &&
          kind != kDestroyed)
        next.alternatives = 0;
      break;
    }
    case Builtin::spin_lock:
      simple(Kind::acquire, arg(0));
      next.may_block = true;
      next.owner = peek(arg(0), 0);
      if (next.owner != 0 && next.owner != kDestroyed) next.alternatives = 0;
      break;
    case Builtin::mutex_try_lock:
    case Builtin::mutex_try_lock_c11:
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
      next.owner = peek(arg(0), 0);
      if (next.owner != 0 && peek(arg(0), 16) != kDestroyed) next.alternatives = 0;
      break;
    case Builtin::rwlock_write:
      simple(Kind::acquire, arg(0));
      next.may_block = true;
      next.owner = peek(arg(0), 0);
      if ((next.owner != 0 || peek(arg(0), 4) != 0) && peek(arg(0), 16) != kDestroyed) next.alternatives = 0;
      break;
    case Builtin::condition_wait:
    case Builtin::condition_timed_wait:
      simple(Kind::wait, arg(0));
      break;
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
      next.alternatives = static_cast<std::uint32_t>(std::min<Word>(arg(0) & 0xFFFFFFFF, 65536));
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
      if (!store(number, mutex, 4, number + 1)) return Outcome::problem;
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

Outcome Machine::Parts::create_thread(ThreadNumber number, Word out, std::uint32_t called, Word argument_word,
                                      Word& made) {
  ThreadNumber fresh = 0;
  for (std::uint32_t count = 0;; ++count) {
    const auto [entry, is_new] =
        thread_numbers.try_emplace({number, count}, static_cast<ThreadNumber>(thread_names.size()));
    fresh = entry->second;
    if (is_new) thread_names.push_back(fmt::format("T{}", fresh));
    if (fresh >= threads.size()) {
      current.insert(current.begin() + static_cast<std::ptrdiff_t>(threads.size()),
                     fresh + 1 - threads.size(), 0);
      threads.resize(fresh + 1);
    }
    if (threads[fresh].status == Thread::Status::absent) break;
  }
  Thread& child = threads[fresh];
  child = Thread();
  child.status = Thread::Status::running;
  const Word words[] = {argument_word};
  push_frame(child, called, words);
  escape(argument_word);
  made = fresh + 1;
  if (out != 0 && !store(number, out, 8, made)) return Outcome::problem;
  effect(number, event::Operation::fork, fresh);
  return Outcome::done;
}

bool Machine::Parts::unlock_mutex(ThreadNumber number, Word mutex, Word& result) {
  Word owner = 0;
  if (!load(number, mutex, 4, owner)) return false;
  const std::uint32_t kind = peek(mutex, 16);
  if (owner != number + 1) {
    if (kind == kErrorChecking) return result = kNotOwner, true;
    return fail(number, finding::Kind::lock_misuse,
                owner == 0 ? "a lock is released that nobody holds"
                           : "a lock is released that another thread holds",
                mutex),
           false;
  }
  const std::uint32_t count = peek(mutex, 4);
  if (kind == kRecursive && count > 1) return store(number, mutex + 4, 4, count - 1);
  if (!store(number, mutex, 4, 0) || !store(number, mutex + 4, 4, 0)) return false;
  drop(threads[number], mutex);
  effect(number, event::Operation::release, mutex);
  return true;
}

Outcome Machine::Parts::perform_builtin(ThreadNumber number, const Instruction& i,
                                        std::uint32_t alternative) {
  using event::Operation;
  using finding::Kind;
  Thread* thread = &threads[number];
  const auto arg = [&](Operand k) { return argument(threads[number], i, k); };
  const auto go_on = [&](Word result) {
    Thread& again = threads[number];
    give_result(again, i, result);
    ++again.frames.back().pc;
    return Outcome::done;
  };
  const auto go_on_if = [&](bool done, Word result = 0) { return done ? go_on(result) : Outcome::problem; };
  const auto misuse = [&](std::string message) {
    return fail(number, Kind::lock_misuse, std::move(message), arg(0));
  };
  const auto word = [&](std::uint32_t offset, Word& result) {
    return load(number, arg(0) + offset, 4, result);
  };
  const auto put = [&](std::uint32_t offset, Word value) { return store(number, arg(0) + offset, 4, value); };
  const auto start_thread = [&](Word out, Word entry, Word argument_word, Word& made) {
    const ObjectNumber object = is_pointer(entry) ? object_of(entry) : 0;
    if (object == 0 || object > program.functions.size())
      return fail(number, Kind::null_dereference, "a thread is started with no function", entry);
    if (const Outcome outcome = create_thread(number, out, object - 1, argument_word, made);
        outcome != Outcome::done)
      return outcome;
    return Outcome::done;
  };
  const auto builtin = static_cast<Builtin>(i.a);
  switch (builtin) {
    case Builtin::exit_program:
      exited = true;
      effect(number, Operation::end, 0);
      return Outcome::done;
    case Builtin::release_memory: {
      const Word address = arg(0);
      if (is_pointer(address) && object_of(address) < objects.size())
        effect(number, Operation::free, address,
               std::max<std::uint32_t>(objects[object_of(address)].size, 1));
      return go_on_if(release_memory(number, address));
    }
    case Builtin::reallocate: {
      const Word old = arg(0);
      const Word size = arg(1);
      if (size > (Word{1} << 28)) return go_on(0);
      const ObjectNumber made = make_object(number, Object::Kind::heap, size, i.location, 0, false);
      effect(number, Operation::alloc, address_of(made), size);
      if (old != 0) {
        if (bytes(number, old, 0, false) == nullptr) return Outcome::problem;
        const Word kept = std::min<Word>(size, objects[object_of(old)].size);
        effect(number, Operation::free, old, std::max<std::uint32_t>(objects[object_of(old)].size, 1));
        if (!copy(number, address_of(made), old, kept) || !release_memory(number, old))
          return Outcome::problem;
      }
      return go_on(address_of(made));
    }
    case Builtin::copy_memory:
      if (arg(2) != 0) {
        effect(number, Operation::read, arg(1), arg(2));
        effect(number, Operation::write, arg(0), arg(2));
      }
      return go_on_if(copy(number, arg(0), arg(1), arg(2)), arg(0));
    case Builtin::set_memory:
      if (arg(2) != 0) effect(number, Operation::write, arg(0), arg(2));
      return go_on_if(fill(number, arg(0), static_cast<std::uint8_t>(arg(1)), arg(2)), arg(0));
    case Builtin::compare_memory: {
      const Word size = arg(2);
      if (size == 0) return go_on(0);
      effect(number, Operation::read, arg(0), size);
      effect(number, Operation::read, arg(1), size);
      if (bytes(number, arg(0), size, false) == nullptr || bytes(number, arg(1), size, false) == nullptr)
        return Outcome::problem;
      return go_on(static_cast<Word>(static_cast<std::int64_t>(
          std::memcmp(bytes(number, arg(0), size, false), bytes(number, arg(1), size, false), size))));
    }
    case Builtin::string_length: {
      std::string text;
      effect(number, Operation::read, arg(0), string_extent(arg(0)));
      if (!string_at(number, arg(0), text)) return Outcome::problem;
      return go_on(text.size());
    }
    case Builtin::string_compare:
    case Builtin::string_compare_bounded: {
      std::string first;
      std::string second;
      effect(number, Operation::read, arg(0), string_extent(arg(0)));
      effect(number, Operation::read, arg(1), string_extent(arg(1)));
      if (!string_at(number, arg(0), first) || !string_at(number, arg(1), second)) return Outcome::problem;
      if (builtin == Builtin::string_compare_bounded)
        first = first.substr(0, arg(2)), second = second.substr(0, arg(2));
      return go_on(static_cast<Word>(static_cast<std::int64_t>(first.compare(second))));
    }
    case Builtin::string_copy: {
      const std::uint64_t extent = string_extent(arg(1));
      effect(number, Operation::read, arg(1), extent);
      effect(number, Operation::write, arg(0), extent);
      return go_on_if(copy(number, arg(0), arg(1), extent), arg(0));
    }
    case Builtin::thread_create:
    case Builtin::thread_create_c11: {
      const bool c11 = builtin == Builtin::thread_create_c11;
      Word made = 0;
      const Outcome outcome = start_thread(arg(0), arg(c11 ? 1 : 2), arg(c11 ? 2 : 3), made);
      if (outcome != Outcome::done) return outcome;
      go_on(0);
      return run(static_cast<ThreadNumber>(made - 1));
    }
    case Builtin::thread_start_cpp: {
      // std::thread's state object, out of the unique_ptr that owns it; the thread calls its _M_run.
      Word state = 0;
      if (!load(number, arg(1), 8, state) || !store(number, arg(1), 8, 0)) return Outcome::problem;
      std::uint32_t entry = 0;
      while (entry < program.functions.size() &&
             program.functions[entry].linker_name != "heddle.thread_entry")
        ++entry;
      if (entry == program.functions.size()) return give_up(number, "std::thread");
      Word made = 0;
      const Outcome outcome = start_thread(arg(0), address_of(program.function_object(entry)), state, made);
      if (outcome != Outcome::done) return outcome;
      go_on(0);
      return run(static_cast<ThreadNumber>(made - 1));
    }
    case Builtin::thread_join:
    case Builtin::thread_join_c11:
    case Builtin::thread_join_cpp: {
      const bool cpp = builtin == Builtin::thread_join_cpp;
      Word id = arg(0);
      if (cpp && !load(number, arg(0), 8, id)) return Outcome::problem;
      if (id == 0 || id > threads.size() || !is_finished(static_cast<ThreadNumber>(id - 1)) ||
          threads[id - 1].detached)
        return fail(number, Kind::lock_misuse,
                    "a thread is joined that does not exist or was joined or detached");
      const auto other = static_cast<ThreadNumber>(id - 1);
      const Word result = threads[other].result;
      effect(number, Operation::join, other);
      threads[other] = Thread();
      if (cpp) return go_on_if(store(number, arg(0), 8, 0));
      const Word out = arg(1);
      if (out != 0 && !store(number, out, builtin == Builtin::thread_join ? 8 : 4, result))
        return Outcome::problem;
      return go_on(0);
    }
    case Builtin::thread_detach:
    case Builtin::thread_detach_cpp: {
      Word id = arg(0);
      if (builtin == Builtin::thread_detach_cpp) {
        if (!load(number, arg(0), 8, id) || !store(number, arg(0), 8, 0)) return Outcome::problem;
      }
      if (id == 0 || id > threads.size() || threads[id - 1].status == Thread::Status::absent ||
          threads[id - 1].detached)
        return fail(number, Kind::lock_misuse,
                    "a thread is detached that does not exist or was joined or detached");
      Thread& other = threads[id - 1];
      if (other.status == Thread::Status::finished)
        other = Thread();
      else
        other.detached = true;
      other.dirty = true;
      return go_on(0);
    }
    case Builtin::thread_exit:
      end_thread(number, arg(0));
      return Outcome::done;
    case Builtin::mutex_init:
    case Builtin::mutex_init_c11: {
      Word kind = 0;
      if (builtin == Builtin::mutex_init_c11)
        kind = (arg(1) & 1) != 0 ? kRecursive : 0;
      else if (arg(1) != 0 && !load(number, arg(1), 4, kind))
        return Outcome::problem;
      return go_on_if(fill(number, arg(0), 0, 24) && put(16, kind));
    }
    case Builtin::mutex_attribute_init:
      return go_on_if(put(0, 0));
    case Builtin::mutex_attribute_set_type:
      return go_on_if(put(0, arg(1)));
    case Builtin::mutex_destroy: {
      Word owner = 0;
      if (!word(0, owner)) return Outcome::problem;
      if (owner != 0) return misuse("a lock is destroyed while it is held");
      return go_on_if(put(16, kDestroyed));
    }
    case Builtin::spin_init:
      return go_on_if(put(0, 0));
    case Builtin::spin_destroy:
      return go_on_if(put(0, kDestroyed));
    case Builtin::mutex_lock:
    case Builtin::mutex_try_lock:
    case Builtin::mutex_try_lock_c11: {
      Word kind = 0;
      Word owner = 0;
      if (!word(16, kind) || !word(0, owner)) return Outcome::problem;
      if (kind == kDestroyed) return misuse("a lock is acquired that was destroyed");
      if (owner == number + 1 && kind == kRecursive) return go_on_if(put(4, peek(arg(0), 4) + 1));
      if (owner == number + 1 && kind == kErrorChecking && builtin == Builtin::mutex_lock)
        return go_on(kDeadlock);
      if (owner != 0) return go_on(builtin == Builtin::mutex_try_lock_c11 ? 1 : kBusy);  // a try that fails
      if (!put(0, number + 1) || !put(4, 1)) return Outcome::problem;
      hold(number, arg(0));
      effect(number, Operation::acquire, arg(0));
      return go_on(0);
    }
    case Builtin::spin_lock:
    case Builtin::spin_try_lock: {
      Word owner = 0;
      if (!word(0, owner)) return Outcome::problem;
      if (owner == kDestroyed) return misuse("a lock is acquired that was destroyed");
      if (owner != 0) return go_on(kBusy);
      if (!put(0, number + 1)) return Outcome::problem;
      hold(number, arg(0));
      effect(number, Operation::acquire, arg(0));
      return go_on(0);
    }
    case Builtin::spin_unlock: {
      Word owner = 0;
      if (!word(0, owner)) return Outcome::problem;
      if (owner != number + 1) return misuse("a lock is released that this thread does not hold");
      if (!put(0, 0)) return Outcome::problem;
      drop(threads[number], arg(0));
      effect(number, Operation::release, arg(0));
      return go_on(0);
    }
    case Builtin::mutex_unlock: {
      Word result = 0;
      return go_on_if(unlock_mutex(number, arg(0), result), result);
    }
    case Builtin::condition_init:
    case Builtin::condition_destroy: {
      if (builtin == Builtin::condition_destroy && waiters(arg(0)) > 0)
        return misuse("a condition is destroyed while a thread waits for it");
      return go_on_if(fill(number, arg(0), 0, 4));
    }
    case Builtin::condition_wait:
    case Builtin::condition_timed_wait:
    case Builtin::condition_wait_cpp: {
      Word mutex = arg(1);
      if (builtin == Builtin::condition_wait_cpp && !load(number, arg(1), 8, mutex)) return Outcome::problem;
      if (peek(mutex, 0) != number + 1)
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
            other.waits_for == arg(0) && (all || seen++ == alternative)) {
          other.status = Thread::Status::notified;
          other.dirty = true;
        }
      return go_on(0);
    }
    case Builtin::rwlock_init:
      return go_on_if(fill(number, arg(0), 0, 24));
    case Builtin::rwlock_destroy:
      if (peek(arg(0), 0) != 0 || peek(arg(0), 4) != 0) return misuse("a lock is destroyed while it is held");
      return go_on_if(put(16, kDestroyed));
    case Builtin::rwlock_read:
    case Builtin::rwlock_try_read: {
      Word writer = 0;
      if (!word(0, writer)) return Outcome::problem;
      if (peek(arg(0), 16) == kDestroyed) return misuse("a lock is acquired that was destroyed");
      if (writer != 0) return go_on(kBusy);
      if (!put(4, peek(arg(0), 4) + 1)) return Outcome::problem;
      const bool outermost = !holds(*thread, arg(0) | 1);
      hold(number, arg(0) | 1);
      if (outermost) effect(number, Operation::acquire_shared, arg(0));
      return go_on(0);
    }
    case Builtin::rwlock_write:
    case Builtin::rwlock_try_write: {
      Word writer = 0;
      if (!word(0, writer)) return Outcome::problem;
      if (peek(arg(0), 16) == kDestroyed) return misuse("a lock is acquired that was destroyed");
      if (writer != 0 || peek(arg(0), 4) != 0) return go_on(kBusy);
      if (!put(0, number + 1)) return Outcome::problem;
      hold(number, arg(0));
      effect(number, Operation::acquire, arg(0));
      return go_on(0);
    }
    case Builtin::rwlock_unlock: {
      if (holds(*thread, arg(0))) {
        if (!put(0, 0)) return Outcome::problem;
        drop(*thread, arg(0));
        effect(number, Operation::release, arg(0));
        return go_on(0);
      }
      if (!holds(*thread, arg(0) | 1)) return misuse("a lock is released that this thread does not hold");
      if (!put(4, peek(arg(0), 4) - 1)) return Outcome::problem;
      drop(*thread, arg(0) | 1);
      if (!holds(*thread, arg(0) | 1)) effect(number, Operation::release_shared, arg(0));
      return go_on(0);
    }
    case Builtin::barrier_init:
      if ((arg(2) & 0xFFFFFFFF) == 0) return misuse("a barrier for no threads");
      return go_on_if(put(0, arg(2)) && put(4, 0));
    case Builtin::barrier_destroy:
      return go_on(0);
    case Builtin::barrier_wait: {
      Word count = 0;
      Word arrived = 0;
      if (!word(0, count) || !word(4, arrived)) return Outcome::problem;
      if (count == 0) return misuse("a barrier is used before it is initialised");
      effect(number, Operation::arrive, arg(0));
      const Word barrier = arg(0);
      if (arrived + 1 < count) {
        if (!put(4, arrived + 1)) return Outcome::problem;
        thread->status = Thread::Status::at_barrier;
        thread->waits_for = barrier;
        return Outcome::done;
      }
      if (!put(4, 0)) return Outcome::problem;
      // All leave now, as far as order goes; their own next step only goes on from here.
      for (ThreadNumber other = 0; other < threads.size(); ++other)
        if (threads[other].status == Thread::Status::at_barrier && threads[other].waits_for == barrier) {
          effect(other, Operation::leave, barrier);
          threads[other].status = Thread::Status::leaving;
          threads[other].dirty = true;
        }
      effect(number, Operation::leave, barrier, 1);
      return go_on(~Word{0});  // PTHREAD_BARRIER_SERIAL_THREAD
    }
    case Builtin::semaphore_init:
      return go_on_if(put(0, arg(2)));
    case Builtin::semaphore_destroy:
      return go_on(0);
    case Builtin::semaphore_wait:
    case Builtin::semaphore_try_wait: {
      Word count = 0;
      if (!word(0, count)) return Outcome::problem;
      if (count == 0) return go_on(~Word{0});
      if (!put(0, count - 1)) return Outcome::problem;
      effect(number, Operation::atomic_rmw, arg(0), 4);
      return go_on(0);
    }
    case Builtin::semaphore_post: {
      Word count = 0;
      if (!word(0, count) || !put(0, count + 1)) return Outcome::problem;
      effect(number, Operation::atomic_rmw, arg(0), 4);
      return go_on(0);
    }
    case Builtin::semaphore_value: {
      Word count = 0;
      if (!word(0, count) || !store(number, arg(1), 4, count)) return Outcome::problem;
      effect(number, Operation::atomic_load, arg(0), 4);
      return go_on(0);
    }
    case Builtin::once: {
      Word flag = 0;
      if (!word(0, flag)) return Outcome::problem;
      effect(number, Operation::acquire, arg(0));
      if (flag == 2) {
        effect(number, Operation::release, arg(0));
        return go_on(0);
      }
      const Word routine = arg(1);
      const ObjectNumber object = is_pointer(routine) ? object_of(routine) : 0;
      if (object == 0 || object > program.functions.size())
        return fail(number, Kind::null_dereference, "a once flag has no function", routine);
      const Word address = arg(0);
      if (!put(0, 1)) return Outcome::problem;
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
        return go_on(0);
      }
      return go_on_if(store(number, arg(0) + 1, 1, 1), 1);
    }
    case Builtin::guard_release: {
      const bool stored = store(number, arg(0), 1, 1) && store(number, arg(0) + 1, 1, 0);
      effect(number, Operation::release, arg(0));
      return go_on_if(stored);
    }
    case Builtin::choose:
      if ((arg(0) & 0xFFFFFFFF) > 65536) return give_up(number, "a choice among more than 65,536");
      return go_on(alternative);
    case Builtin::nondet_bool:
    case Builtin::nondet_char:
      return go_on(alternative);
    case Builtin::nondet_int:
    case Builtin::nondet_unsigned:
      if (partial_input == 0) partial_input = std::max(i.location, 1U);
      return go_on(static_cast<Word>(options.inputs[alternative]));
    case Builtin::atomic_begin:
      if (thread->atomic_depth++ == 0) {
        hold(number, kAtomicBlock);
        effect(number, Operation::acquire, kAtomicBlock);
      }
      return go_on(0);
    default:
      HEDDLE_CHECK(false, "every visible builtin can be performed");
  }
  return Outcome::done;
}

}  // namespace heddle::program
