// SPDX-License-Identifier: Apache-2.0
// One search of machine_search.h: what it remembers, and its parts. Each technique has a file of its own:
//
//   machine_search.cpp       the whole: passes until nothing relied on is lost
//   search_orders.cpp        depth first, breadth first, heuristic; when to stop
//   search_transaction.cpp   one transaction of one thread
//   search_rights.cpp        what HEDDLE_EXCLUSIVE speaks of
//   search_states.cpp        a state is stored, and found again
//   search_symmetry.cpp      states up to the numbers of blocks and threads
//   search_condition_c.cpp   left-mover parts that never end
//   search_findings.cpp      what is wrong in a state or a step
//   search_livelock.cpp      states that nobody can leave
//   search_ranks.h           all that by several ranks
//
// Only these files include this one.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include <tsl/robin_map.h>

#include "stateful/heuristics.h"
#include "stateful/machine_findings.h"
#include "stateful/machine_search.h"
#include "stateful/movers.h"
#include "stateful/sharing.h"
#include "stateful/state_store.h"
#include "stateful/summary_state.h"

namespace heddle::stateful {

using program::ComponentNumber;
using program::Machine;
using program::Outcome;
using program::Pending;
using Words = std::vector<std::uint32_t>;

// Word 0 of a stored state: whose transaction is going on, and in which phase.
inline constexpr std::uint32_t kBetween = 0;
inline std::uint32_t marked(ThreadNumber thread, bool after) { return 2 * (thread + 1) + (after ? 1 : 0); }

// An action that does without a right need not begin its transaction if at most so many choices come before it.
inline constexpr std::uint32_t kLooksBehindChoices = 3;

struct Node {
  StateNumber parent = kNoState;
  std::uint32_t steps = 0;  // of the transaction that led here
  std::uint16_t thread = 0;
  std::uint16_t alternative = 0;
  DependencySets::Number relied = 0;
};

// Nodes by state, in 8 bytes each: the ways to come there are few and kept once; most searches rely on nothing.
class Nodes {
 public:
  Node operator[](StateNumber number) const {
    Node node = ways_[way_[number]];
    node.parent = parent_[number];
    if (number < relied_.size()) node.relied = relied_[number];
    return node;
  }
  void push_back(const Node& node) {
    const auto [way, is_new] = numbers_.try_emplace(
        std::uint64_t{node.steps} << 32 | std::uint32_t{node.thread} << 16 | node.alternative,
        static_cast<std::uint32_t>(ways_.size()));
    if (is_new)
      ways_.push_back({.steps = node.steps, .thread = node.thread, .alternative = node.alternative});
    parent_.push_back(node.parent);
    way_.push_back(way->second);
    if (node.relied != 0) rely(static_cast<StateNumber>(size() - 1), node.relied);
  }
  void rely(StateNumber number, DependencySets::Number relied) {
    if (relied == 0 && number >= relied_.size()) return;
    while (relied_.size() <= number) relied_.push_back(0);
    relied_[number] = relied;
  }
  std::size_t size() const { return parent_.size(); }
  std::size_t memory() const {
    return parent_.memory() + way_.memory() + relied_.memory() + ways_.capacity() * (sizeof(Node) + 24);
  }

 private:
  Segments<StateNumber> parent_;
  Segments<std::uint32_t> way_;
  Segments<DependencySets::Number> relied_;
  std::vector<Node> ways_;
  tsl::robin_map<std::uint64_t, std::uint32_t> numbers_;
};

// What is wrong, once the way there is known.
using Telling = std::function<finding::Finding(const History&)>;

class Search {
 public:
  Search(const program::Program& program, const MachineSearchOptions& options);

  ~Search();
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  MachineSearchResult run();

 private:
  class Others;
  struct Queued {
    std::int64_t priority = 0;
    std::uint64_t age = 0;
    StateNumber node = 0;
    std::uint64_t depth = 0;
    Words words;
    RaceHistory history;
    friend bool operator<(const Queued& a, const Queued& b) {
      return a.priority != b.priority ? a.priority < b.priority : a.age > b.age;
    }
  };
  struct Level {  // of the depth-first stack
    StateNumber node = 0;
    ThreadNumber thread = 0;
    std::uint32_t alternative = 0;
    std::size_t words = 0;  // where its words begin
  };

  void run_alone();
  bool begin();
  void depth_first(StateNumber root, const Words& words);
  void best_first(StateNumber root, const Words& words);
  bool next_move(const Words& words, Level& level, Move& move);
  // Runs a transaction; the number of the state it ends in if that is new.
  StateNumber act(StateNumber from, std::uint32_t mark, Move move);
  StateNumber store_here(StateNumber from, std::uint32_t mark, Move move, std::uint32_t steps);
  StateNumber add_here(StateNumber from, Move move, std::uint32_t steps);
  void restore(const Words& words);
  void restore_words(std::span<const std::uint32_t> words);
  void look_at_new_state(StateNumber node);
  void check_deadlock(StateNumber node);
  std::optional<std::uint32_t> end_of_transaction(const Pending& next, const Judgement& judgement, bool after,
                                                  bool inside_atomic, ThreadNumber me,
                                                  std::uint32_t steps) const;
  bool shuts_others_out(const Pending& taken, Outcome outcome, bool after, ThreadNumber me) const;
  void summarise(StateNumber from, Move move, std::uint32_t steps, const Pending& next);
  void report(StateNumber from, Move move, std::uint32_t steps, const Telling& tell);
  void report_here(const program::Problem& problem, StateNumber from, Move move, std::uint32_t steps);
  bool needs_rights(ThreadNumber me, const Pending& next);
  struct Trial;
  Trial try_step(ThreadNumber thread, std::uint32_t alternative);
  Judgement judge(ThreadNumber me, const Pending& next, std::uint32_t alternative);
  bool changes_rights(StateNumber from, Move move, std::uint32_t steps, std::uint32_t location);
  Judgement judge_rights(ThreadNumber me, const Pending& next, std::uint32_t alternative);
  std::string intrusion(const Trial& trial, ThreadNumber thread) const;
  void note_accesses(const Trial& trial, ThreadNumber me, Judgement& judgement);
  std::string intruder(ThreadNumber other, ThreadNumber me, std::uint32_t& location, std::uint32_t choices);
  bool report_intruder(StateNumber from, Move move, std::uint32_t steps);
  StateNumber store_before(StateNumber from, Move move, std::uint32_t steps);
  bool look_into_atomic(StateNumber from, Move move, std::uint32_t steps);
  void report_misuse(const std::string& message, StateNumber from, Move move, std::uint32_t steps,
                     std::uint32_t location);
  bool is_benign_race(const Pending& one, const Pending& other) const;
  void check_adjacent(StateNumber from, Move move, std::uint32_t steps, const Pending& next);
  void add_finding(finding::Finding finding, const History& history);
  History history_to(StateNumber node, Move move, std::uint32_t steps);
  History history_along(std::vector<Move> moves, Move move, std::uint32_t steps);
  void report_livelock(StateNumber node);
  void tell_doubts();
  std::vector<Move> moves_to(StateNumber node) const;
  void note_stillness(StateNumber from, ThreadNumber thread, StateNumber to, bool looks);
  std::optional<bool> is_closed(const std::vector<StateNumber>& component);
  bool goes_on(ThreadNumber thread) const;
  std::optional<bool> is_closed(StateNumber node);
  static bool changes_nothing(std::span<const program::Effect> effects);
  static bool looks_at_something(const Pending& at, std::span<const program::Effect> effects);
  void find_livelocks();
  bool should_stop();
  void watch_the_time(const std::stop_token& done);
  void keep_memory();
  bool close_components();
  Words words_of(StateNumber node);
  std::size_t header() const { return summary_in_state_ ? 2 : 1; }
  bool is_outdated();
  void forget_names();
  void start_over();
  void make_key(std::uint32_t mark);
  void note_likeness(StateNumber number, bool is_new);

  const MachineSearchOptions& options_;
  const program::Program& program_;
  Machine machine_;
  std::optional<Movers> movers_;
  SummaryState summary_;
  bool with_summary_;
  bool summary_in_state_;
  bool has_annotations_;
  bool with_rights_ = false;  // HEDDLE_EXCLUSIVE is used
  Rights rights_;             // in the state that the machine is in
  Sharing sharing_;
  StateStore store_;
  Nodes nodes_;
  std::vector<ComponentNumber> summaries_;  // of each state, if it is not part of it
  DependencySets sets_;
  program::State captured_;
  Words key_;            // under which the state is looked up
  Words words_;          // the state itself
  Words current_words_;  // the state the machine is in, if known
  std::vector<std::uint8_t> bytes_;
  std::vector<VariableNumber> relied_;
  std::vector<Word> held_;
  std::vector<SummaryRace> races_;
  std::map<StateNumber, std::vector<StateNumber>> after_edges_;  // of states inside phase *after*
  std::set<StateNumber> after_exits_;
  std::set<StateNumber> after_states_;
  StateNumber reached_ = kNoState;  // where it ended, new or not
  std::vector<bool> changes_;       // by state: something from it changes what others see
  std::vector<bool> looks_;         // likewise: something from it looks at what others do
  std::vector<std::pair<StateNumber, StateNumber>> still_;  // from, to; of states that turn out to change
                                                            // something, not all
  Words first_state_;
  std::set<std::string> seen_;  // what was looked at closely already
  std::map<std::string, std::size_t> known_findings_;
  MachineSearchResult result_;
  std::chrono::steady_clock::time_point started_;
  bool stopped_ = false;
  // Symmetry: keys are canonical as soon as something could be symmetric; the states themselves, and what
  // their numbers stand for, are then kept beside them.
  bool symmetry_;
  bool merging_ = false;
  bool restart_ = false;       // nothing found out so far is of use
  bool new_likeness_ = false;  // the movers learned under names that were too fine
  Alike alike_;
  std::size_t likeness_noted_ = 0;  // after so many states
  unsigned passes_ = 0;
  bool tried_ = false;               // whether symmetry pays was decided
  std::uint64_t merged_before_ = 0;  // this pass
  program::Renaming renaming_;
  program::Renaming known_renaming_;
  std::vector<ComponentNumber> renamings_;
  StateStore states_;
  std::uint64_t asked_ = 0;
  // Set by a thread that looks at the clock, so that the search need not.
  enum class Call : std::uint8_t { none, time_is_up, interrupted };
  std::atomic<Call> call_ = Call::none;
  std::vector<program::Effect> transaction_effects_;
  std::unique_ptr<Others> others_;  // null: it is done alone
  bool is_still_edge_ = false;      // of the transaction whose end is being stored
};

}  // namespace heddle::stateful
