// SPDX-License-Identifier: Apache-2.0
// The interface between what runs threads one at a time (control) and what decides which one goes on (the
// searches of src/explore). Control stops every thread in front of its next *visible operation*: one that
// other threads can notice. Then it asks for a thread, performs that one operation, and runs the thread on to
// its next visible operation. All that lies between two visible operations is invisible to the other threads
// unless there is a data race, which control detects on its own.
//
// Plain data, six calls that every scheduler has and six that it may have, whose order stands at class Scheduler. The same
// searches run inside the checked process, hundreds of thousands of times a second, in a fork server's shared memory, and
// over programs in memory in the tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::schedule {

// Dense, and the same in every execution for the same thread: the n-th child of the same parent.
using Thread = std::uint32_t;
inline constexpr Thread kNoThread = ~Thread{0};

// What an operation waits for before it can be performed; it speaks of the operation's first object.
enum class Need : std::uint8_t {
  nothing,
  exclusive,  // a lock nobody holds, a semaphore above zero
  shared,     // a lock nobody holds exclusively
  event,      // something only another thread's event brings about: a notify, the end of a thread
  outside,    // something outside of the program
};

// When an operation writes its first object; one that does not only reads it.
enum class Writes : std::uint8_t {
  always,
  if_available,  // a try: if it could be had exclusively
  if_equal,      // a compare-exchange: if it has the value `expected`
};

struct Access {
  std::uint32_t object = 0;  // dense, and the same in every execution for the same thing
  bool write = false;
  friend constexpr bool operator==(const Access&, const Access&) = default;
};

// What a thread is about to do, or did, as far as others can notice.
struct Operation {
  static constexpr std::size_t kAccesses = 4;
  Access accesses[kAccesses];
  std::uint64_t seen[kAccesses] = {};  // what is awaited: that it is not as it was seen any more
  std::uint64_t before = 0;            // performed: the first object's value before it
  std::uint64_t stamp = 0;             // performed: of the last operation on the first object before it
  std::uint64_t expected = 0;          // Writes::if_equal
  std::uint32_t readers = 0;           // performed, a lock: how many had it before it
  std::uint8_t count = 0;
  // A thread in a loop that does nothing but look: one of so many of its objects has to differ from what it saw
  // there, beside what it needs.
  std::uint8_t awaited = 0;
  std::uint8_t stamped = 0;  // which of them it saw the stamp of, not the value
  std::uint8_t changed = 0;  // performed: which of them differed
  Need need = Need::nothing;
  Writes writes = Writes::always;  // of accesses that are announced as writes
  std::uint8_t available =
      3;                 // performed: its first object could be had exclusively (1), shared (2) before it
  std::int8_t hold = 0;  // performed: took its first object shared (1), gave it back (-1)
  bool point = true;     // may the scheduler usefully switch before it: not before a release

  constexpr std::span<const Access> touched() const { return {accesses, count}; }
  // As a new one in its place. What arrays hold beyond what is counted means nothing, and is left there.
  void renew() {
    before = stamp = expected = 0;
    readers = 0;
    count = awaited = stamped = changed = 0;
    need = Need::nothing;
    writes = Writes::always;
    available = 3;
    hold = 0;
    point = true;
  }
};

constexpr bool conflict(const Operation& a, const Operation& b) {
  for (std::size_t i = 0; i < a.count; ++i)
    for (std::size_t j = 0; j < b.count; ++j)
      if (a.accesses[i].object == b.accesses[j].object && (a.accesses[i].write || b.accesses[j].write))
        return true;
  return false;
}

// Would it write its first object just before the other one, which was performed and has the same first object?
constexpr bool writes_before(const Operation& operation, const Operation& other) {
  switch (operation.writes) {
    case Writes::if_available:
      return (other.available & 1) != 0;
    case Writes::if_equal:
      return other.before == operation.expected;
    case Writes::always:
      break;
  }
  return true;
}

// One decision of a schedule: which thread, and which outcome its operation had.
struct Decision {
  Thread thread = 0;
  std::uint32_t outcome = 0;
  friend constexpr bool operator==(const Decision&, const Decision&) = default;
};

// A thread as a scheduler sees it when it has to choose.
struct ThreadView {
  enum class State : std::uint8_t { absent, ready, blocked, ended, gave_up };
  State state = State::absent;
  Operation next;  // ready and blocked threads: what comes next
};
// What the next operation of a ready thread would find and do, as things stand.
class Outlook {
 public:
  virtual std::uint64_t value(Thread thread) const = 0;  // of its first object; 0 if that is not one word
  virtual bool writes(Thread thread) const = 0;          // its first object

 protected:
  ~Outlook() = default;
};
struct Moment {
  std::span<const ThreadView> threads;
  Thread current = kNoThread;        // the thread of the operation before, if it is ready
  const Outlook* outlook = nullptr;  // nullptr: nobody knows
  std::uint64_t ready = 0;           // all that are ready, a bit each; 0: that is to be asked of `threads`
  bool has_given_up() const {
    for (const ThreadView& view : threads)
      if (view.state == ThreadView::State::gave_up) return true;
    return false;
  }
};

// Who goes on. An execution is this sequence of calls, and there is no other one:
//
//   begin                       nothing has run (or begin_at: what the one before began with has run)
//   while a thread is ready, and the execution is not given up or cut for its length:
//     comes_back                or not
//     choose                    it names the thread that performs its next operation, or gives up
//     (or repeats               where it is known who, and what the others could do need not be looked at)
//     outcome                   once, if that operation has several outcomes
//     performed                 once, when it is done; the thread then runs on to its next operation
//     order                     any number of times, while it does
//     leaves_out_rounds         at the end of each round of a loop in which it did nothing but look
//     taken_back                at most once, where it comes to its next operation
//   finish                      it says whether there is another execution to begin
//   goes_back_to                if so: where that one may go on from
//
// Those with a body here are the six that a scheduler may leave as they are.
// If the program fails, there is no finish, and nothing comes after. Not thread-safe; all calls come from one
// thread at a time.
class Scheduler {
 public:
  virtual ~Scheduler() = default;
  virtual void begin() = 0;
  // One of the ready threads (there is one), or kNoThread to give this execution up.
  virtual Thread choose(const Moment& moment) = 0;
  // The execution begins as another one did: the thread whose turn it was there, which is chosen if it is ready.
  // kNoThread: it does not, or no more, and is not asked again before the next begin.
  virtual Thread repeats() { return kNoThread; }
  // The operation being performed has several outcomes: which one, below `count`.
  virtual unsigned outcome(unsigned count) = 0;
  // The chosen operation was performed, as `operation` says: it may have touched less than announced, but no
  // outcome of several may touch less than another.
  virtual void performed(const Operation& operation) = 0;
  // Whatever `later` does from now on comes after all that `earlier` did: fork, join, a wake-up.
  virtual void order(Thread earlier, Thread later) = 0;
  // The last operation was a round of a loop that waits, and left everything, its thread included, as it was: the
  // execution is one without it.
  virtual void taken_back() {}
  // A thread whose round of a loop changed nothing, and brought it back to where it was, is to stop there for good
  // (State::gave_up): the execution would be one without that round.
  virtual bool leaves_out_rounds() const { return false; }
  // An execution mostly begins as the one before did. It can then go on from the midst of that one, where that was asked for:
  // before a choice, how many steps were performed so far, if an execution to come may begin with these; kNever: none does.
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  virtual std::uint64_t comes_back() { return kNever; }
  // How many steps the next execution has in common with the one that was run last here; kNever: that is not known.
  virtual std::uint64_t goes_back_to() const { return kNever; }
  // Instead of begin: so many steps, one of the numbers that comes_back gave, are performed. False: begin is to be called.
  virtual bool begin_at(std::uint64_t /*steps*/) { return false; }
  // Nothing is left to do, nothing can be done, or nothing shall be. True if there is another execution to run.
  virtual bool finish(const Moment& moment) = 0;
};

}  // namespace heddle::schedule

namespace heddle::control {
using namespace schedule;  // control speaks in these words
}  // namespace heddle::control
