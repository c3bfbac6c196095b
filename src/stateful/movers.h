// SPDX-License-Identifier: Apache-2.0
// Which operations commute with those of other threads: the movers of Lipton's theory of reduction, as
// "Transactions for Software Model Checking" uses them.
//
//   right mover  an acquire, a join: once done, it could as well have been done later
//   left mover   a release, a thread's creation: it could as well have been done earlier
//   both         an access to memory that this thread has exclusive access to: it holds the locks that
//                protect it, or (goldilocks) every earlier access happens before this one in every execution
//                seen
//   none         everything else: atomics, races, semaphores, try and timed calls, the end of the program
//
// A call is an access of its object's bytes, and a try or timed call tells what state the object is in. An acquire
// or release of a lock is a mover only as long as nobody was seen to do such a thing to it (lock_inference.h). A lock
// that an atomic block takes is told too: a thread that is blocked in the midst of its block shows others half of it.
//
// Waiting for a condition (section 5.3): the wait set is a variable like others; if some lock is held at
// every wait and notify, beginning to wait is a left mover and notifying both; waking is a right mover.
//
// What HEDDLE_EXCLUSIVE speaks of is judged by who has the right to it before and after (search_rights.cpp).
//
// Deadlocks are no errors to the theory: a thread that stops inside its right movers stops the search of
// everyone else. Two rules keep them. A thread that is blocked ends its transaction there. And a blocking
// operation that a thread does while it holds a lock begins a new transaction if it could be part of a
// deadlock: always, unless it is the acquire of a lock that lies on no cycle of the order in which locks were
// seen to be acquired. (An atomic block counts as a lock: who stands before one may hold what is wanted inside
// another.) Then every deadlock either is such a cycle, with all its threads between transactions,
// or hangs on a thread that is between transactions, and the others' right movers can be done after it got
// there. Cost: one more state where locks are nested and their order has a cycle, none otherwise.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "stateful/annotations.h"
#include "stateful/lock_inference.h"
#include "stateful/machine_search.h"

namespace heddle::stateful {

enum class Mover : std::uint8_t { none, left, right, both };

struct Judgement {
  Mover mover = Mover::none;
  bool cut = false;       // a transaction's right-mover part must end before it
  bool enters = false;    // cut for no other reason than that it does without a right
  bool exposed = false;   // others may access the same memory: it may race
  std::string violation;  // of an annotation; empty if none
};

class Movers {
 public:
  Movers(const program::Program& program, Reduction reduction, bool deadlocks, const Alike& alike);
  // Two reads are a race too: what readers of a lock share is not protected by it.
  bool reads_conflict = false;

  // `thread` stands before `next`. What the answer relies on is added to `relied`.
  Judgement judge(program::Machine& machine, ThreadNumber thread, const program::Pending& next,
                  std::vector<VariableNumber>& relied);
  // Must a transaction end before an atomic block, as locks are held that may be wanted in another one?
  bool cuts_before_block(program::Machine& machine, ThreadNumber thread, const program::Pending& next,
                         std::vector<VariableNumber>& relied);
  // The annotations that `next` breaks, in words; empty if none. judge() asks this too.
  std::string violation(program::Machine& machine, ThreadNumber thread, const program::Pending& next);
  // What a step did that began in or entered an atomic block: its accesses were not judged one by one.
  // `held` are the locks held throughout. Words if an annotation is broken.
  // What needs rights was judged (search_rights.cpp).
  std::string note_atomic(program::Machine& machine, std::span<const program::Effect> effects,
                          const std::vector<Word>& held, const Rights& rights);
  // All that was learned, for a search of the same program elsewhere; and what such a search has learned. But for
  // whose own a variable is that is said to be one thread's.
  std::string learned() const;
  void learn(std::string_view learned);
  LockInference& protections() { return protections_; }
  const LockInference& protections() const { return protections_; }
  Annotations& annotations() { return annotations_; }
  const Annotations& annotations() const { return annotations_; }

 private:
  Judgement judge_access(program::Machine& machine, ThreadNumber thread, Word address, std::uint64_t size,
                         bool writes, bool is_atomic, std::vector<VariableNumber>& relied);
  bool judge_use(program::Machine& machine, ThreadNumber thread, const program::Pending& next,
                 std::vector<VariableNumber>& relied);
  void note_order(Word held, Word acquired);
  bool may_close_a_cycle(program::Machine& machine, ThreadNumber thread, Word lock,
                         std::vector<VariableNumber>& relied);
  bool reaches(Word from, Word to) const;
  const Alike& alike_;
  Reduction reduction_;
  bool deadlocks_;
  Annotations annotations_;
  LockInference protections_;
  std::map<Word, std::set<Word>> lock_order_;
  Word atomic_block_ = 0;  // what blocks are held as, once one was begun
};

}  // namespace heddle::stateful
