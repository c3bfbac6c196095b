// SPDX-License-Identifier: Apache-2.0
// Optimal dynamic partial-order reduction: one execution of each equivalence class, and none that has to be
// given up because its class is known already.
//
// Abdulla, Aronis, Jonsson, Sagonas: Source sets: a foundation for optimal dynamic partial order reduction
// (JACM 2017), algorithm 2. After each execution every race (e, e′) of it is to be reversed: v = what came
// after e but does not depend on it, then e′, must be run instead of e. The sequence v goes into the *wakeup
// tree* of the state before e, unless a branch explored there (its *sleep set*) or waiting there begins like
// v.
//
// Invariants. A sleeping thread's next operation was explored before, so no other execution that starts with
// it and is equivalent to one explored is completed. No branch that is explored or waits before another in a
// wakeup tree begins like the sequence of that other; so at a tree's leaf, which stands for every
// continuation, nothing sleeps.
//
// What an operation touches may depend on the state: a compare-exchange that fails only reads, a try-lock that
// fails too. The paper allows this: its happens-before is of events, so it is enough that two operations that
// do not conflict where both can come next can be swapped, and leave each other as they are. But "begins like"
// speaks of operations in the state where they would be performed. Sleepers are there already, as whatever
// came since did not conflict with them; the operations of a sequence are there but for the last one, which is
// foreseen (dpor_sequences.cpp); and what was foreseen is compared with what is performed.
//
// An operation may have several outcomes (which waiter a notify wakes, whether a weak compare-exchange fails, a
// value the test asks for), all of which touch the same. Its outcomes are different operations: each fixed
// choice of all outcomes is a program without choices, and the search is a search of all these programs at
// once. So sleep sets and wakeup trees hold pairs of thread and outcome. With outcomes an execution may have to
// be given up; it is counted as redundant and is never a complete one.
//
// Loops that wait. A round of `while (!flag);` that finds nothing leaves all as it was: with it and without it an
// execution is the same. So control takes its operations back (runtime/control/loops.cpp), and they are no events: they
// order nothing. Only the look that ends the wait is one. But what a look at an earlier time would have found has to be
// known: a look that was taken back is still the second of races. Its reversal is run until it looks; if it looks in
// vain again, the state is the one before it, which is explored anyway: the execution is given up, and the next write
// before it is the next race. So a wait for one of n values costs n looks, not 2ⁿ executions. (Spin-assume:
// Kokologiannakis, Ren, Vafeiadis, Dynamic partial order reductions for spinloops, FMCAD 2021, does it for loops it
// finds in the code.) In sleep sets and wakeup trees such a look is the read that it is, and whoever writes wakes it.
// Only rounds of one operation are taken back: of two, the first may come before a write and the second after it, and
// only together end the wait. A round of several that changed nothing, whatever it met, makes its thread give up
// (loops.cpp): the execution is run on without that thread, as its races lead to others, and counts as redundant; but where
// in the end nobody can go on, and the thread would still find what it found, that is a livelock.
//
// Shared by several processes. At a leaf of a wakeup tree nothing sleeps that was put to sleep above, and
// what is below it depends on nothing that is explored before it: so the state at the end of the first
// sequence that waits somewhere can be explored by another process ahead of its turn. The leaf stays in the
// tree as the place of that *part*. When its turn comes, the part's path is taken over, then the reversals
// that it found for states above its own. The result is the search one process makes, run in another order.
// (Handing over whole branches would lose executions: what sleeps at their first state was put to sleep by a
// branch whose reversals are still to come.)
//
// Time per execution: the new events × their races × the length of the execution; memory: one path.
// Exhausted means: every execution of the program under sequential consistency is equivalent to one that ran.
#pragma once

#include "explore/dependence.h"
#include "explore/search.h"

namespace heddle::explore {

class Dpor final : public Search {
 public:
  explicit Dpor(Arena& arena);
  void begin() override;
  Thread choose(const Moment& moment) override;
  Thread repeats() override;
  std::uint64_t comes_back() override;
  std::uint64_t goes_back_to() const override { return follows_last_ ? kept_ : kNever; }
  bool begin_at(std::uint64_t steps) override;
  unsigned outcome(unsigned count) override;
  void performed(const Operation& operation) override;
  void order(Thread earlier, Thread later) override { dependence_.order(earlier, later); }
  void taken_back() override;
  bool leaves_out_rounds() const override { return true; }
  bool finish(const Moment& moment) override;
  std::span<const Decision> schedule() const override { return {schedule_.begin(), depth_}; }
  Progress progress() const override;
  std::string_view bound() const override;
  bool diverged() const override { return diverged_; }
  Search* split(Arena& arena, bool any) override;
  const Search* awaited() const override { return awaited_; }
  bool go_on() override;
  bool is_void() const override { return strayed_; }
  bool is_taken_up() const override { return root_ == 0 || taken_up_; }
  double weight() const override { return taken_up_ ? 0 : weight_; }

 private:
  using TreeIndex = std::uint32_t;
  static constexpr TreeIndex kNoTree = ~TreeIndex{0};
  struct Tree {  // a node of a wakeup tree
    Operation operation;
    Thread thread = 0;
    std::uint32_t outcome = 0;
    std::uint32_t outcomes = 1;
    TreeIndex first_child = kNoTree;
    TreeIndex next = kNoTree;
    Dpor* part = nullptr;  // a leaf: who explores what is below it
  };
  struct Sleeper {
    Thread thread = 0;
    std::uint32_t outcome = 0;
    std::uint32_t outcomes = 1;
    std::uint32_t operation = 0;  // in slept_
  };
  struct Node {  // the state before an event of the path
    std::uint32_t first_sleeper = 0;
    TreeIndex waiting = kNoTree;   // the branches to come
    TreeIndex children = kNoTree;  // of the branch taken: the next state's
    Thread thread = 0;             // of the branch taken
    std::uint32_t outcome = 0;
    std::uint32_t outcomes = 0;  // expected; 0: whatever there is, all to be taken
    bool writes = false;         // expected, of its first object
    std::uint32_t object = 0;    // expected, its first one
    std::uint32_t explored = 0;  // branches behind us
    bool is_given = false;       // by a tree
  };
  struct Part {  // of a sequence to insert
    const Operation* operation = nullptr;
    Index event = kNone;  // kNone: the operation of a blocked thread
    Thread thread = 0;
    std::uint32_t outcome = 0;
    std::uint32_t outcomes = 1;
    bool gone = false;
  };
  struct Known {  // which outcome of how many an operation had; of one that was not performed: any
    std::uint32_t outcome = 0;
    std::uint32_t outcomes = 1;
  };
  enum class Fit : std::uint8_t { no, yes, open };
  struct Sent {  // a part of a sequence for a state above the root
    Operation operation;
    Thread thread = 0;
    std::uint32_t outcome = 0;
    std::uint32_t outcomes = 1;
  };
  struct Message {
    Index state = 0;
    std::uint32_t first = 0, size = 0;  // of sent_
    std::uint32_t order = 0;            // in sent_order_: size × size, does the second come before the first
    std::uint32_t outcomes = 0, threads = 0;  // of sent_outcomes_: of each thread's next operation after it
  };

  std::uint32_t sleepers_end(std::size_t depth) const {
    return depth + 1 < nodes_.size() ? nodes_[depth + 1].first_sleeper
                                     : static_cast<std::uint32_t>(sleepers_.size());
  }
  void begin_path();
  void enter(const Moment& moment);
  static bool covers(const Sleeper& sleeper, std::uint32_t outcome) {
    return sleeper.outcome == (outcome < sleeper.outcomes ? outcome : 0);
  }
  bool sleeps(std::size_t depth, Thread thread, std::uint32_t outcome) const;
  const Sleeper* any_sleeper(std::size_t depth, Thread thread) const;
  void branch_on_waking(std::size_t depth, const Moment& moment);
  void inherit_sleepers(Node& node);
  Dpor* take(Node& node, TreeIndex branch);  // the part at its first leaf
  void discard(TreeIndex branches);
  TreeIndex grow(const Part& part);
  void reverse(Index first, Thread thread, const Operation& operation, Index event);
  void foresee(Part& last);
  bool without_readers(std::uint32_t lock);
  static Fit fit(const Sleeper& branch, Known known);
  std::size_t weak_initial(const Operation& operation, const Sleeper& who);
  bool precedes(std::size_t earlier, std::size_t later) const;
  Known outcome_after(Thread thread) const;
  void leave_open(const Operation& operation, const Sleeper& who, std::size_t at);
  Fit is_covered(std::size_t depth);  // by a branch that is explored
  Fit insert(Node& node);
  bool place();
  void send(Index state);
  void forward(const Message& message);
  bool take_up();  // the part that was awaited; false: the leaf is still to be explored
  void install(const Dpor& part);
  void explore_below(std::size_t depth);
  void performed_anew(const Operation& operation);
  bool is_impatient() const;
  static void drop(Dpor& part);  // it is not needed
  bool finish_execution(const Moment& moment);
  bool next_branch();

  static constexpr std::size_t kNotInitial = ~std::size_t{0};
  static constexpr std::size_t kIndependent = kNotInitial - 1;
  static constexpr std::size_t kOpen = kNotInitial - 2;

  Dependence dependence_;
  Array<Node> nodes_;
  Array<Sleeper> sleepers_;
  Array<Operation> slept_;
  Array<Tree> trees_;
  Array<Part> parts_;
  Index reversed_ = 0;    // the race's first event, which parts_ shall come before
  std::size_t last_ = 0;  // of parts_: the race's second event
  Operation foreseen_;    // as it will be
  Part open_;             // what can be of several outcomes in parts_
  std::size_t open_at_ = 0;
  Array<Index> blocked_races_;
  // A part's: what it is to explore, and what it found for the states above.
  Array<Sleeper> path_;  // from the state it was given at to its root
  std::size_t path_from_ = 0;
  std::size_t root_ = 0;
  double weight_ = 1;
  bool strayed_ = false;  // the path could not be taken as it was given
  bool exhausted_ = false;
  bool taken_up_ = false;
  Array<Message> messages_;
  Array<Sent> sent_;
  Array<bool> sent_order_;
  Array<Known> sent_outcomes_;
  const Dpor* sender_ = nullptr;      // whose sequence parts_ is; nullptr: our own
  const Message* message_ = nullptr;  // and which
  Dpor* awaited_ = nullptr;
  Array<Decision> schedule_;
  struct Stay {  // in the midst of the execution: what its threads knew
    std::uint64_t steps = 0;
    std::size_t width = 0;
    std::size_t first = 0;  // of known_
  };
  Array<Stay> stays_;
  Array<Index> known_;
  bool follows_last_ = false;  // the path is that of the last execution, as far as it is repeated
  TreeIndex free_trees_ = kNoTree;
  std::size_t kept_ = 0;    // events of the path that are repeated
  std::size_t depth_ = 0;   // events performed in this execution
  std::size_t judged_ = 0;  // events whose races were reversed already, in executions with the same outcomes
  Thread chosen_ = 0;
  // Operations that the thread chosen last performed one after another. After so many another one has its turn:
  // it may wait in a loop, and which thread goes on where nothing is decided makes no difference.
  static constexpr std::size_t kPatience = 200;
  std::uint32_t outcome_ = 0;
  std::uint32_t outcomes_ = 1;
  bool abandoned_ = false;
  bool in_vain_ = false;     // the branch taken is a look of a loop that goes on waiting
  bool impossible_ = false;  // the branch taken cannot be: a wait that nothing ends
  bool diverged_ = false;
  bool misjudged_ = false;
  std::uint64_t executions_ = 0;
  std::uint64_t redundant_ = 0;
};

}  // namespace heddle::explore
