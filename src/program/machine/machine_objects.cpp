// SPDX-License-Identifier: Apache-2.0
// Synchronisation objects: in the program's own memory, in words of our choosing, so that they are copied,
// overwritten, freed and compared like everything else of a state. The rule book sees them as sync::State.
//
//   byte 0   held (1), a semaphore's value, a barrier's parties, how far a once flag is (0, 1 runs, 2 done)
//   byte 4   how often a mutex is held, a rwlock's readers, a barrier's arrivals
//   byte 8   how it came to be: 0 by hand or static, else kInitialised or kDestroyed
//   byte 12  of a mutex its robust state
//   byte 16, 48  kind of a mutex, of a rwlock: where glibc's static initialisers have it
//
// A spin lock has four bytes only, all of this in one word; a static variable's guard is done if byte 0 is set
// and runs if byte 1 is. Who holds what, and who waits where, is known from the threads: no number of a thread is
// in memory, or threads that are alike would leave different states.
#include "program/machine/machine_parts.h"
#include "sync/sizes.h"

namespace heddle::program {
namespace {

using sync::Life;
using ObjectKind = sync::Object;
using sync::Robust;
using SyncState = sync::State;

constexpr std::uint32_t kInitialised = 0x1417;
constexpr std::uint32_t kSpin = 0x59100000;  // + life; + 1 if it is held
constexpr sync::Thread kSomebody = 0xFFFFFFFE;

std::uint32_t word_of(Life life) {
  return life == Life::initialised ? kInitialised : life == Life::destroyed ? kDestroyed : 0;
}

}  // namespace

// A guard of a local static is a once flag of the compiler's; a futex is whatever word it is waited for at.
std::uint64_t SyncCall::object_size(ObjectKind object, bool is_guard) {
  if (object == ObjectKind::futex) return 4;
  return is_guard && object == ObjectKind::once ? 8 : sync::size_of(object);
}

// In the word of a once flag: some routine of it threw, and ordered what it did before the next one.
constexpr std::uint32_t kThrew = 0x10000;

std::uint32_t Machine::Parts::peek(Word address, std::uint32_t offset) const {
  if (!is_pointer(address) || !has_object(object_of(address))) return 0;
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
  expose(lock & ~Word{1});
  thread.held.insert(std::upper_bound(thread.held.begin(), thread.held.end(), lock), lock);
  thread.dirty = true;
  return true;
}
void Machine::Parts::drop(Thread& thread, Word lock) {
  const auto at = std::lower_bound(thread.held.begin(), thread.held.end(), lock);
  if (at != thread.held.end() && *at == lock) thread.held.erase(at);
  thread.dirty = true;
}
// Its number + 1; 0: nobody, or a thread that has ended.
std::uint32_t Machine::Parts::owner_of(Word lock) const {
  for (ThreadNumber number = 0; number < threads.size(); ++number)
    if (holds(threads[number], lock)) return number + 1;
  return 0;
}

// A thread ended while it held it.
bool Machine::Parts::is_abandoned(Word lock) const {
  const std::vector<Word>& locks = threads[0].abandoned;
  return std::find(locks.begin(), locks.end(), lock) != locks.end();
}

std::uint32_t Machine::Parts::waiting_for(Word condition) const {
  return static_cast<std::uint32_t>(std::count_if(threads.begin(), threads.end(), [&](const Thread& thread) {
    return (thread.status == Thread::Status::waiting || thread.status == Thread::Status::waiting_timed) &&
           thread.waits_for == condition;
  }));
}

// `who_waits`: for a mutex and a semaphore it matters only to those that end it, and asks all threads.
SyncState Machine::Parts::state_of(ObjectKind kind, Word address, bool is_guard, bool who_waits) const {
  SyncState state;
  bool is_copy = false;  // of a lock that was held: nobody holds this one
  const auto find_owner = [&] {
    const std::uint32_t known = owner_of(address);
    state.owner = known == 0 ? kSomebody : known - 1;
    state.owner_ended = is_abandoned(address);
    is_copy = known == 0 && !state.owner_ended;
  };
  if (kind == ObjectKind::mutex) state = sync::mutex_of_kind(static_cast<int>(peek(address, 16)));
  if (kind == ObjectKind::rwlock) state = sync::rwlock_of_flags(static_cast<int>(peek(address, 48)));
  switch (kind) {
    case ObjectKind::mutex: {
      const std::uint32_t more = peek(address, 12);
      if (state.robust != Robust::no && more != 0) state.robust = static_cast<Robust>(more & 7);
      if (peek(address, 0) != 0) {
        find_owner();
        state.depth = peek(address, 4);
      }
      if (!who_waits) break;
      for (const Thread& thread : threads)
        if (thread.mutex == address && thread.status != Thread::Status::absent) ++state.waiting;
      break;
    }
    case ObjectKind::rwlock:
      if (peek(address, 0) != 0) find_owner();
      state.readers = peek(address, 4);
      if (is_abandoned(address | 1)) state.owner_ended = true;
      for (const Thread& thread : threads)
        if (thread.status == Thread::Status::queued && thread.waits_for == address) ++state.writers_waiting;
      state.waiting = state.writers_waiting;
      break;
    case ObjectKind::spin: {
      const std::uint32_t word = peek(address, 0);
      if ((word & 0xFFF00000) != kSpin) break;
      state.life = static_cast<Life>(word >> 4 & 0xF);
      if ((word & 1) != 0) find_owner();
      return state;
    }
    case ObjectKind::condition:
      for (const Thread& thread : threads)
        if ((thread.status == Thread::Status::waiting || thread.status == Thread::Status::waiting_timed) &&
            thread.waits_for == address) {
          ++state.waiting;
          state.mutex = thread.mutex;
        }
      break;
    case ObjectKind::semaphore:
      state.count = peek(address, 0);
      if (state.count != 0 || !who_waits) break;
      for (const Thread& thread : threads) {  // whoever stands before a wait of it is blocked
        if (thread.status != Thread::Status::running || thread.frames.empty() || thread.interrupted) continue;
        const Instruction& i = instruction(thread);
        if (i.opcode == Opcode::sync && static_cast<sync::Call>(i.a) == sync::Call::semaphore_wait &&
            argument(thread, i, 0) == address)
          ++state.waiting;
      }
      break;
    case ObjectKind::barrier:
      state.count = peek(address, 0);
      state.waiting = peek(address, 4);
      break;
    case ObjectKind::once: {
      const std::uint32_t word = peek(address, 0);
      const bool done = is_guard ? (word & 0xFF) != 0 : (word & 0xFF) == 2;
      const bool runs = is_guard ? (word & 0xFF00) != 0 : (word & 0xFF) == 1;
      state.count = (word & kThrew) != 0 ? 1 : 0;
      state.once = done ? sync::Once::done : runs ? sync::Once::running : sync::Once::fresh;
      if (!done && runs) find_owner();
      return state;
    }
    case ObjectKind::thread:
      return thread_state(address);
    case ObjectKind::futex:
      return state;
  }
  const std::uint32_t life = peek(address, 8);
  if (life == kInitialised) state.life = Life::initialised;
  if (life == kDestroyed) state.life = Life::destroyed;
  if (is_copy && life != kDestroyed) state.life = Life::unwritten;
  if (life != 0 || !is_pointer(address) || !has_object(object_of(address))) return state;
  const Object& memory = objects[object_of(address)];
  const std::int64_t first = offset_of(address);
  const std::uint64_t size = SyncCall::object_size(kind);
  if (memory.all_written || memory.data == nullptr || first < 0 ||
      static_cast<std::uint64_t>(first) + size > memory.size)
    return state;
  if (!is_written(address, size)) state.life = Life::unwritten;
  return state;
}

bool Machine::Parts::put_state(ThreadNumber number, ObjectKind kind, Word address, const SyncState& before,
                               const SyncState& after, bool is_guard) {
  const auto put = [&](std::uint32_t offset, Word value, unsigned size = 4) {
    return store(number, address + offset, size, value);
  };
  const bool made = after.life == Life::initialised && !(before == after);
  const bool held = after.owner != sync::kNobody;
  switch (kind) {
    case ObjectKind::mutex:
      if (after.owner != before.owner && !put(0, held ? 1 : 0)) return false;
      if (after.depth != before.depth && !put(4, after.depth)) return false;
      if (after.robust != before.robust && !put(12, static_cast<Word>(after.robust))) return false;
      break;
    case ObjectKind::rwlock:
      if (after.owner != before.owner && !put(0, held ? 1 : 0)) return false;
      if (after.readers != before.readers && !put(4, after.readers)) return false;
      break;
    case ObjectKind::spin:
      return before == after || put(0, kSpin | static_cast<Word>(after.life) << 4 | (held ? 1U : 0U));
    case ObjectKind::semaphore:
      if ((after.count != before.count || made) && !put(0, after.count)) return false;
      break;
    case ObjectKind::barrier:
      if ((after.count != before.count || made) && !put(0, after.count)) return false;
      if ((after.waiting != before.waiting || made) && !put(4, after.waiting)) return false;
      break;
    case ObjectKind::once:
      if (!is_guard)
        return before.once == after.once || put(0, (after.once == sync::Once::done      ? 2
                                                    : after.once == sync::Once::running ? 1
                                                                                        : 0) |
                                                       (after.count > 0 ? kThrew : 0));
      return put(0, after.once == sync::Once::done ? 1 : 0, 1) &&
             put(1, after.once == sync::Once::running ? 1 : 0, 1) && put(2, after.count > 0 ? 1 : 0, 1);
    case ObjectKind::condition:
    case ObjectKind::thread:
    case ObjectKind::futex:
      break;
  }
  return after.life == before.life || put(8, word_of(after.life));
}

// Memory ends: nobody may hold a lock in it, or wait for something there.
bool Machine::Parts::leave_memory(ThreadNumber number, ObjectNumber object) {
  const auto inside = [&](Word address) { return is_pointer(address) && object_of(address) == object; };
  const auto fails = [&](sync::Misuse misuse, Word address) {
    misused(number, misuse, address & ~Word{1});
    return false;
  };
  for (const Thread& thread : threads) {
    for (const std::vector<Word>* locks : {&thread.held, &thread.abandoned})
      for (const Word lock : *locks)
        if (inside(lock)) return fails(sync::Misuse::memory_ends_held, lock);
    if (inside(thread.waits_for) && !is_leaving(thread))  // or its last use finds that it is gone
      return fails(sync::Misuse::memory_ends_waited_for, thread.waits_for);
  }
  for (const Thread& thread : threads)
    if (inside(thread.mutex)) return fails(sync::Misuse::memory_ends_waited_for, thread.mutex);
  return true;
}

}  // namespace heddle::program
