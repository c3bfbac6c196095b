// SPDX-License-Identifier: Apache-2.0
// The rules one by one. That they are libc's rules is compared in test/agree/sync_libc_test.cpp.
#include "sync/book.h"

#include <set>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

namespace heddle::sync {
namespace {

using event::Operation;

static_assert(std::is_trivially_copyable_v<State>);
static_assert(rule(Call::mutex_lock, State(), {.thread = 0}).answers[0].after.owner == 0);  // at compile time
constexpr int kSerial = PTHREAD_BARRIER_SERIAL_THREAD;
static_assert(detail::kSemaphoreMaximum == SEM_VALUE_MAX && kSerial + 1 == 0);  // waits.h says -1
static_assert(as_c11(0) == thrd_success && as_c11(EBUSY) == thrd_busy && as_c11(ENOMEM) == thrd_nomem &&
              as_c11(ETIMEDOUT) == thrd_timedout && as_c11(EINVAL) == thrd_error);
static_assert(mutex_of_kind(PTHREAD_MUTEX_RECURSIVE_NP).type == Type::recursive &&
              mutex_of_kind(PTHREAD_MUTEX_ERRORCHECK_NP).type == Type::error_checking &&
              mutex_of_kind(PTHREAD_MUTEX_ADAPTIVE_NP).type == Type::normal);
static_assert(!rwlock_of_flags(PTHREAD_RWLOCK_PREFER_WRITER_NP).prefers_writers &&
              rwlock_of_flags(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP).prefers_writers);

constexpr Caller kFirst{.thread = 0};
constexpr Caller kSecond{.thread = 1};

State held_by(Thread owner, Type type = Type::normal, Robust robust = Robust::no) {
  State state;
  state.type = type;
  state.robust = robust;
  state.owner = owner;
  state.depth = 1;
  return state;
}
State made(std::uint32_t count = 0) {
  State state;
  state.life = Life::initialised;
  state.count = count;
  return state;
}

// The only answer of a ruling that neither blocks nor is misuse.
Answer only(const Ruling& ruling) {
  EXPECT_EQ(ruling.misuse, Misuse::none) << sentence(ruling.misuse);
  EXPECT_EQ(ruling.waits, Wait::none) << sentence(ruling.waits);
  EXPECT_EQ(ruling.count, 1);
  return ruling.answers[0];
}

TEST(Rows, AreInOrderAndNamesAreOfOneCall) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kCalls; ++i) {
    EXPECT_EQ(kRows[i].call, static_cast<Call>(i));
    for (const std::string_view words : {kRows[i].names, kRows[i].c11_names, kRows[i].other_names}) {
      for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        const std::string_view name = words.substr(at, end - at);
        EXPECT_TRUE(names.insert(name).second) << name;
        EXPECT_EQ(call_named(name).call, kRows[i].call) << name;
        at = end + 1;
      }
    }
  }
  EXPECT_FALSE(call_named("pthread_mutex").found);
  EXPECT_FALSE(call_named("").found);
  EXPECT_EQ(call_named("sem_trywait").style, Style::minus_one);
  EXPECT_EQ(call_named("mtx_trylock").style, Style::c11);
  EXPECT_EQ(returned(Style::minus_one, EAGAIN), -1);
}

TEST(Rows, OnlyInitAndDestroyWrite) {
  for (const Row& row : kRows)
    EXPECT_EQ(row.access == Access::write, row.form == Form::init || row.form == Form::destroy)
        << row.enumerator;
}

TEST(Lives, DestroyedAndUninitialisedObjectsAreMisused) {
  for (const Row& row : kRows) {
    if (row.object == Object::thread || row.object == Object::futex || row.form == Form::init) continue;
    State mutex = held_by(0);
    State state;
    state.life = Life::destroyed;
    EXPECT_EQ(rule(row.call, state, kFirst, {.mutex = &mutex}).misuse, Misuse::destroyed) << row.enumerator;
    state.life = Life::unwritten;
    EXPECT_EQ(rule(row.call, state, kFirst, {.mutex = &mutex}).misuse, Misuse::uninitialised)
        << row.enumerator;
    state.life = Life::written;
    EXPECT_EQ(rule(row.call, state, kFirst, {.mutex = &mutex}).misuse == Misuse::uninitialised,
              !has_static_initialiser(row.object))
        << row.enumerator;
  }
}

TEST(Lives, WhatIsInUseIsNeitherMadeAnewNorDestroyedNorLeft) {
  State waited = made();
  waited.waiting = 1;
  EXPECT_EQ(rule(Call::mutex_init, held_by(1), kFirst).misuse, Misuse::initialised_in_use);
  EXPECT_EQ(rule(Call::condition_init, waited, kFirst).misuse, Misuse::initialised_in_use);
  EXPECT_EQ(rule(Call::mutex_destroy, held_by(0), kFirst).misuse, Misuse::destroyed_held);
  EXPECT_EQ(rule(Call::semaphore_destroy, waited, kFirst).misuse, Misuse::destroyed_waited_for);
  EXPECT_EQ(memory_ends(held_by(0)), Misuse::memory_ends_held);
  EXPECT_EQ(memory_ends(waited), Misuse::memory_ends_waited_for);
  EXPECT_EQ(memory_ends(made()), Misuse::none);
  State readers = made();
  readers.readers = 1;
  EXPECT_EQ(rule(Call::rwlock_destroy, readers, kFirst).misuse, Misuse::destroyed_held);
  EXPECT_EQ(only(rule(Call::mutex_destroy, made(), kFirst)).after.life, Life::destroyed);
  State destroyed = held_by(0);
  destroyed.life = Life::destroyed;
  EXPECT_EQ(only(rule(Call::mutex_init, destroyed, kFirst, {.made = mutex_of_kind(1)})).after.type,
            Type::recursive);
}

TEST(Mutexes, LockAndUnlock) {
  const Answer locked = only(rule(Call::mutex_lock, State(), kFirst));
  EXPECT_EQ(locked.event, Operation::acquire);
  EXPECT_EQ(rule(Call::mutex_lock, locked.after, kSecond).waits, Wait::held);
  EXPECT_TRUE(rule(Call::mutex_lock, locked.after, kSecond).blocks());
  EXPECT_EQ(rule(Call::mutex_lock, locked.after, kFirst).waits, Wait::own);
  const Answer tried = only(rule(Call::mutex_try_lock, locked.after, kSecond));
  EXPECT_EQ(tried.value, EBUSY);
  EXPECT_FALSE(tried.event.has_value());
  const Answer unlocked = only(rule(Call::mutex_unlock, locked.after, kFirst));
  EXPECT_EQ(unlocked.event, Operation::release);
  EXPECT_EQ(unlocked.after, State());
  EXPECT_EQ(rule(Call::mutex_unlock, State(), kFirst).misuse, Misuse::unlocked_free);
  EXPECT_EQ(rule(Call::mutex_unlock, locked.after, kSecond).misuse, Misuse::unlocked_by_other);
}

TEST(Mutexes, TimedLocksRunOutOrWait) {
  const Ruling ruling = rule(Call::mutex_timed_lock, held_by(1), kFirst);
  EXPECT_EQ(ruling.waits, Wait::held);
  ASSERT_EQ(ruling.count, 1);
  EXPECT_EQ(ruling.answers[0].value, ETIMEDOUT);
  EXPECT_EQ(only(rule(Call::mutex_timed_lock, held_by(1), kFirst, {.is_time = false})).value, EINVAL);
  EXPECT_EQ(only(rule(Call::mutex_timed_lock, State(), kFirst, {.is_time = false})).value, 0);
  EXPECT_EQ(only(rule(Call::mutex_timed_lock, State(), kFirst, {.is_clock = false})).value, EINVAL);
}

TEST(Mutexes, Types) {
  const Answer twice = only(rule(Call::mutex_lock, held_by(0, Type::recursive), kFirst));
  EXPECT_EQ(twice.after.depth, 2u);
  EXPECT_FALSE(twice.event.has_value());
  const Answer once = only(rule(Call::mutex_unlock, twice.after, kFirst));
  EXPECT_FALSE(once.event.has_value());
  EXPECT_EQ(only(rule(Call::mutex_unlock, once.after, kFirst)).event, Operation::release);
  const State checking = held_by(0, Type::error_checking);
  EXPECT_EQ(only(rule(Call::mutex_lock, checking, kFirst)).value, EDEADLK);
  EXPECT_EQ(only(rule(Call::mutex_try_lock, checking, kFirst)).value, EBUSY);
  EXPECT_EQ(only(rule(Call::mutex_unlock, checking, kSecond)).value, EPERM);
}

// What POSIX answers with an error number, C and C++ leave undefined.
TEST(Mutexes, OfCAndCpp) {
  const State recursive = held_by(0, Type::recursive);
  EXPECT_EQ(only(rule(Call::mutex_unlock, recursive, kSecond)).value, EPERM);
  for (const Standard standard : {Standard::c, Standard::cpp})
    EXPECT_EQ(rule(Call::mutex_unlock, recursive, kSecond, {.standard = standard}).misuse,
              Misuse::unlocked_by_other);
  const Arguments cpp{.standard = Standard::cpp};
  for (const Call call : {Call::mutex_try_lock, Call::mutex_timed_lock}) {
    EXPECT_EQ(rule(call, held_by(0), kFirst, cpp).misuse, Misuse::tried_by_owner);
    EXPECT_EQ(rule(call, held_by(0), kSecond, cpp).misuse, Misuse::none);
    EXPECT_EQ(rule(call, recursive, kFirst, cpp).misuse, Misuse::none);
    EXPECT_EQ(rule(call, held_by(0), kFirst).misuse, Misuse::none);
  }
  EXPECT_EQ(rule(Call::mutex_lock, held_by(0), kFirst, cpp).waits, Wait::own);

  const State plain = mutex_of_kind(kUntimed);
  EXPECT_EQ(rule(Call::mutex_timed_lock, plain, kFirst, {.standard = Standard::c}).misuse, Misuse::untimed);
  EXPECT_EQ(rule(Call::mutex_timed_lock, State(), kFirst, {.standard = Standard::c}).misuse, Misuse::none);
  EXPECT_EQ(rule(Call::mutex_try_lock, plain, kFirst, {.standard = Standard::c}).misuse, Misuse::none);
}

TEST(ReadersWriterLocks, OfCpp) {
  const Arguments cpp{.standard = Standard::cpp};
  State read;
  read.readers = 1;
  const Caller reader{0, 1};
  for (const Call call : {Call::rwlock_read, Call::rwlock_try_read, Call::rwlock_timed_read}) {
    EXPECT_EQ(rule(call, read, reader, cpp).misuse, Misuse::read_twice);
    EXPECT_EQ(rule(call, read, kSecond, cpp).misuse, Misuse::none);
    EXPECT_EQ(rule(call, read, reader).misuse, Misuse::none);
  }
  for (const Call call : {Call::rwlock_try_write, Call::rwlock_timed_write, Call::rwlock_try_read}) {
    EXPECT_EQ(rule(call, held_by(0), kFirst, cpp).misuse, Misuse::tried_by_owner);
    EXPECT_EQ(rule(call, held_by(0), kSecond, cpp).misuse, Misuse::none);
  }
  EXPECT_EQ(rule(Call::rwlock_try_write, read, reader, cpp).misuse, Misuse::tried_by_owner);
  EXPECT_EQ(rule(Call::rwlock_write, read, reader, cpp).waits, Wait::own);
}

TEST(Mutexes, WhoseOwnerEnds) {
  const State left = only(rule(Call::mutex_owner_ends, held_by(1), kSecond)).after;
  EXPECT_EQ(rule(Call::mutex_lock, left, kFirst).waits, Wait::owner_ended);
  EXPECT_EQ(only(rule(Call::mutex_try_lock, left, kFirst)).value, EBUSY);

  const State robust = held_by(1, Type::normal, Robust::sound);
  const State died = only(rule(Call::mutex_owner_ends, robust, kSecond)).after;
  const Answer told = only(rule(Call::mutex_lock, died, kFirst));
  EXPECT_EQ(told.value, EOWNERDEAD);
  EXPECT_EQ(told.event, Operation::acquire);
  const State sound = only(rule(Call::mutex_consistent, told.after, kFirst)).after;
  EXPECT_EQ(only(rule(Call::mutex_consistent, sound, kFirst)).value, EINVAL);
  const State lost = only(rule(Call::mutex_unlock, told.after, kFirst)).after;
  EXPECT_EQ(only(rule(Call::mutex_lock, lost, kSecond)).value, ENOTRECOVERABLE);
  EXPECT_EQ(rule(Call::mutex_consistent, told.after, kSecond).misuse, Misuse::consistent_by_other);
}

TEST(ReadersWriterLocks, Rules) {
  State read = only(rule(Call::rwlock_read, State(), kFirst)).after;
  const Caller reader{.thread = 0, .shared = 1};
  EXPECT_FALSE(only(rule(Call::rwlock_read, read, reader)).event.has_value());
  EXPECT_EQ(rule(Call::rwlock_write, read, reader).waits, Wait::own);
  EXPECT_EQ(rule(Call::rwlock_write, read, kSecond).waits, Wait::held_shared);
  EXPECT_EQ(rule(Call::rwlock_unlock, read, kSecond).misuse, Misuse::unlocked_by_other);
  EXPECT_EQ(only(rule(Call::rwlock_unlock, read, reader)).event, Operation::release_shared);
  read.writers_waiting = 1;
  EXPECT_EQ(only(rule(Call::rwlock_read, read, kSecond)).value, 0);
  read.prefers_writers = true;
  EXPECT_EQ(rule(Call::rwlock_read, read, reader).waits, Wait::own);
  EXPECT_EQ(rule(Call::rwlock_read, read, kSecond).waits, Wait::writer_first);
  EXPECT_EQ(only(rule(Call::rwlock_try_read, read, kSecond)).value, EBUSY);
  EXPECT_EQ(only(rule(Call::rwlock_write, held_by(0), kFirst)).value, EDEADLK);
  EXPECT_EQ(only(rule(Call::rwlock_read, held_by(0), kFirst)).value, EDEADLK);
  EXPECT_EQ(only(rule(Call::rwlock_try_read, held_by(0), kFirst)).value, EBUSY);
}

TEST(Conditions, AWaitGivesTheMutexUpOnce) {
  State mutex = held_by(0);
  const Answer waits =
      only(rule(Call::condition_wait, State(), kFirst, {.mutex = &mutex, .mutex_number = 7}));
  EXPECT_EQ(waits.then, Call::condition_wake);
  EXPECT_EQ(waits.after.waiting, 1u);
  EXPECT_TRUE(waits.with_mutex);
  EXPECT_EQ(rule(Call::condition_wait, waits.after, kFirst, {.mutex = &mutex, .mutex_number = 8}).misuse,
            Misuse::two_mutexes);
  EXPECT_EQ(rule(Call::condition_destroy, waits.after, kFirst).misuse, Misuse::destroyed_waited_for);
  mutex.type = Type::recursive;
  mutex.depth = 2;
  EXPECT_FALSE(only(rule(Call::condition_wait, State(), kFirst, {.mutex = &mutex})).with_mutex);
  mutex = State();
  EXPECT_EQ(rule(Call::condition_wait, State(), kFirst, {.mutex = &mutex}).misuse,
            Misuse::waits_without_mutex);
  mutex.type = Type::error_checking;
  EXPECT_EQ(only(rule(Call::condition_wait, State(), kFirst, {.mutex = &mutex})).value, EPERM);

  EXPECT_TRUE(rule(Call::condition_wake, held_by(1), kFirst).blocks());
  const Answer woken = only(rule(Call::condition_wake, State(), kFirst, {.waking = Waking::timed_out}));
  EXPECT_EQ(woken.value, ETIMEDOUT);
  EXPECT_EQ(woken.after.owner, 0u);
  EXPECT_TRUE(woken.with_mutex);
  EXPECT_EQ(only(rule(Call::condition_signal, waits.after, kSecond)).wakes, Wakes::one);
  EXPECT_EQ(only(rule(Call::condition_broadcast, State(), kSecond)).wakes, Wakes::none);
}

TEST(Conditions, OnlyABroadcastWakesAll) {
  EXPECT_TRUE(wakes_all(Call::condition_broadcast));
  EXPECT_FALSE(wakes_all(Call::condition_signal));
}

TEST(Semaphores, Rules) {
  EXPECT_EQ(rule(Call::semaphore_wait, made(), kFirst).waits, Wait::empty);
  EXPECT_EQ(only(rule(Call::semaphore_wait, made(), kFirst, {.interrupted = true})).value, EINTR);
  EXPECT_EQ(only(rule(Call::semaphore_try_wait, made(), kFirst)).value, EAGAIN);
  EXPECT_EQ(only(rule(Call::semaphore_wait, made(1), kFirst)).event, Operation::receive);
  EXPECT_EQ(only(rule(Call::semaphore_post, made(), kFirst)).after.count, 1u);
  EXPECT_EQ(only(rule(Call::semaphore_post, made(SEM_VALUE_MAX), kFirst)).value, EOVERFLOW);
  EXPECT_FALSE(only(rule(Call::semaphore_value, made(3), kFirst)).event.has_value());
  EXPECT_EQ(only(rule(Call::semaphore_init, State(), kFirst, {.value = 1u << 31})).value, EINVAL);
}

TEST(Barriers, TheLastToArriveWakesAll) {
  const Answer first = only(rule(Call::barrier_wait, made(2), kFirst));
  EXPECT_EQ(first.wakes, Wakes::none);
  const Answer last = only(rule(Call::barrier_wait, first.after, kSecond));
  EXPECT_EQ(last.wakes, Wakes::all);
  EXPECT_EQ(last.after, made(2));
  EXPECT_EQ(rule(Call::barrier_leave, last.after, kFirst).count, 2);
  EXPECT_EQ(only(rule(Call::barrier_init, State(), kFirst, {.value = 0})).value, EINVAL);
  EXPECT_EQ(rule(Call::barrier_init, first.after, kFirst, {.value = 2}).misuse, Misuse::initialised_in_use);
}

TEST(OnceFlags, Rules) {
  const Answer runs = only(rule(Call::once_begin, State(), kFirst));
  EXPECT_EQ(runs.then, Call::once_end);
  EXPECT_EQ(rule(Call::once_begin, runs.after, kSecond).waits, Wait::running);
  EXPECT_EQ(rule(Call::once_begin, runs.after, kFirst).waits, Wait::own);
  EXPECT_EQ(rule(Call::once_begin, runs.after, kFirst, {.is_static = true}).misuse, Misuse::once_within_once);
  const State done = only(rule(Call::once_end, runs.after, kFirst)).after;
  EXPECT_EQ(only(rule(Call::once_begin, done, kSecond)).event, Operation::receive);
  const State again = only(rule(Call::once_abort, runs.after, kFirst)).after;
  EXPECT_EQ(only(rule(Call::once_begin, again, kSecond)).then, Call::once_end);
}

TEST(Threads, Joins) {
  State thread;
  thread.owner = 1;
  EXPECT_EQ(rule(Call::thread_join, thread, kFirst).waits, Wait::thread_runs);
  EXPECT_EQ(only(rule(Call::thread_join, thread, kSecond)).value, EDEADLK);
  EXPECT_EQ(only(rule(Call::thread_try_join, thread, kFirst)).value, EBUSY);
  const State ended = only(rule(Call::thread_exit, thread, kSecond)).after;
  const Answer joined = only(rule(Call::thread_join, ended, kFirst));
  EXPECT_EQ(joined.event, Operation::join);
  EXPECT_EQ(rule(Call::thread_join, joined.after, kFirst).misuse, Misuse::joined_twice);
  EXPECT_EQ(rule(Call::thread_detach, joined.after, kFirst).misuse, Misuse::detached_joined);
  const State detached = only(rule(Call::thread_detach, thread, kFirst)).after;
  EXPECT_EQ(rule(Call::thread_join, detached, kFirst).misuse, Misuse::joined_detached);
  EXPECT_EQ(rule(Call::thread_detach, detached, kFirst).misuse, Misuse::detached_twice);
}

TEST(Futexes, Rules) {
  State word;
  word.count = 5;
  EXPECT_EQ(only(rule(Call::futex_wait, word, kFirst, {.value = 4})).value, EAGAIN);
  EXPECT_EQ(rule(Call::futex_wait, word, kFirst, {.value = 5}).waits, Wait::word);
  word.waiting = 3;
  EXPECT_EQ(only(rule(Call::futex_wake, word, kFirst, {.value = 2})).value, 2);
}

}  // namespace
}  // namespace heddle::sync
