// SPDX-License-Identifier: Apache-2.0
// Stateful search with transactions ("Transactions for Software Model Checking", Flanagan and Qadeer).
//
// A stored state is one between transactions: every thread could be scheduled there (the set N of the paper).
// From it one thread runs a transaction: right movers (phase *before*), one operation that commits it, left
// movers (phase *after*); the end of a transaction is the next stored state. --reduction none ends it after
// every operation, left-movers has no phase *before*. Which operation is what kind of mover is movers.h's
// business; that answer can be revised once (a variable turns out to be unprotected), and then the states
// whose transactions relied on it are expanded again: states are only ever added, never taken back, so this
// ends, and the result contains what a search would reach that knew everything from the start (section 6).
//
// Inside a transaction a state is stored, marked with its thread and phase, where the thread has a choice and
// where a transaction has become long: then cycles are recognised. Condition C (every left-mover part can
// end) holds by cutting transactions there (bounded), or by cutting one state of every strongly connected
// component that no edge leaves (components).
//
// Data races: an unprotected plain access is made to begin a transaction, so every race shows as two threads
// that stand before conflicting accesses. If all atomics are seq_cst this is exact (a program has a race iff
// some sequentially consistent execution has one with nothing in between). Otherwise, and for goldilocks,
// happens-before is part of the state (summary_state.h).
//
// A clean verdict means: no reachable state of the machine fails, within what its doubts say. Memory: a few
// words a state. Time: every transition of every stored state once, more where protections were lost.
#include "stateful/machine_search.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <deque>
#include <memory>
#include <queue>

#include <fmt/format.h>

#include "stateful/heuristics.h"
#include "stateful/machine_events.h"
#include "stateful/machine_findings.h"
#include "stateful/movers.h"
#include "stateful/state_store.h"
#include "stateful/summary_state.h"

namespace heddle::stateful {
namespace {

using program::ComponentNumber;
using program::Machine;
using program::Outcome;
using program::Pending;
using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kLongTransaction = 200;
constexpr const char* kNamesObserved = "the program computes with the number of a block or thread";

// Word 0 of a stored state: whose transaction is going on, and in which phase.
constexpr std::uint32_t kBetween = 0;
std::uint32_t marked(ThreadNumber thread, bool after) { return 2 * (thread + 1) + (after ? 1 : 0); }

struct Node {
  StateNumber parent = kNoState;
  std::uint32_t steps = 0;  // of the transaction that led here
  std::uint16_t thread = 0;
  std::uint16_t alternative = 0;
  DependencySets::Number relied = 0;
};

class Search {
 public:
  Search(const program::Program& program, const MachineSearchOptions& options)
      : options_(options),
        program_(program),
        machine_(program, options.machine),
        summary_(true),
        with_summary_(options.races == RaceCheck::summary || options.races == RaceCheck::path ||
                      options.reduction == Reduction::goldilocks),
        summary_in_state_(options.races == RaceCheck::summary || options.reduction == Reduction::goldilocks),
        symmetry_(options.machine.symmetry) {
    movers_.emplace(program, options.reduction, options.deadlocks && options.deadlock_rules, alike_);
    if (options.listener != nullptr) bridge_ = std::make_unique<EventBridge>(machine_, *options.listener);
  }

  MachineSearchResult run();

 private:
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
    finding::Listener::Point point = 0;
  };

  bool begin();
  void depth_first(StateNumber root, const Words& words);
  void best_first(StateNumber root, const Words& words);
  bool next_move(const Words& words, Level& level, Move& move);
  // Runs a transaction; the number of the state it ends in if that is new.
  StateNumber act(StateNumber from, std::uint32_t mark, Move move);
  StateNumber store_here(StateNumber from, std::uint32_t mark, Move move, std::uint32_t steps);
  void restore(const Words& words);
  void restore_words(std::span<const std::uint32_t> words);
  void look_at_new_state(StateNumber node);
  void check_deadlock(StateNumber node);
  void look_into_atomic(StateNumber from, Move move, std::uint32_t steps);
  void check_adjacent(StateNumber from, Move move, std::uint32_t steps, const Pending& next);
  void add_finding(finding::Finding finding, const History& history);
  History history_to(StateNumber node, Move move, std::uint32_t steps);
  std::vector<Move> moves_to(StateNumber node) const;
  bool should_stop();
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
  StateStore store_;
  std::vector<Node> nodes_;
  std::vector<ComponentNumber> summaries_;  // of each state, if it is not part of it
  DependencySets sets_;
  std::unique_ptr<EventBridge> bridge_;
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
  Words first_state_;
  std::set<std::string> known_findings_;
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
  program::Renaming renaming_;
  program::Renaming known_renaming_;
  std::vector<ComponentNumber> renamings_;
  StateStore states_;
  std::uint64_t asked_ = 0;
  std::vector<program::Effect> transaction_effects_;
};

void Search::restore_words(std::span<const std::uint32_t> words) {
  machine_.restore(words.subspan(header()));
  if (summary_in_state_) summary_.read(machine_.pool()[words[1]]);
}

Words Search::words_of(StateNumber node) {
  const StateStore& states = merging_ ? states_ : store_;
  if (!store_.compacted()) return {states[node].begin(), states[node].end()};
  // Only its hash is left: go there again.
  machine_.restore(std::span(first_state_).subspan(header()));
  if (summary_in_state_) summary_.read(machine_.pool()[first_state_[1]]);
  for (const Move& move : moves_to(node)) {
    if (machine_.step(move.thread, move.alternative) == Outcome::problem) machine_.stop(move.thread);
    races_.clear();
    if (summary_in_state_) summary_.apply(machine_.effects(), races_);
  }
  machine_.capture(captured_);
  Words words(header());
  if (summary_in_state_) {
    summary_.write(bytes_);
    words[1] = machine_.pool().intern(bytes_);
  }
  words.insert(words.end(), captured_.begin(), captured_.end());
  return words;
}

std::vector<Move> Search::moves_to(StateNumber node) const {
  std::vector<Move> moves;
  for (StateNumber at = node; nodes_[at].parent != kNoState; at = nodes_[at].parent) {
    for (std::uint32_t i = 1; i < nodes_[at].steps; ++i) moves.push_back({nodes_[at].thread, 0});
    moves.push_back({nodes_[at].thread, nodes_[at].alternative});
  }
  std::reverse(moves.begin(), moves.end());
  return moves;
}

History Search::history_to(StateNumber node, Move move, std::uint32_t steps) {
  std::vector<Move> moves = moves_to(node);
  for (std::uint32_t i = 0; i < steps; ++i) moves.push_back({move.thread, i == 0 ? move.alternative : 0});
  current_words_.clear();
  return replay(machine_, {first_state_.begin() + static_cast<std::ptrdiff_t>(header()), first_state_.end()},
                moves);
}

void Search::add_finding(finding::Finding finding, const History& history) {
  std::vector<std::string> places;
  const std::size_t shown =
      finding.kind == finding::Kind::data_race || finding.kind == finding::Kind::deadlock
          ? finding.steps.size()
          : 1;
  for (std::size_t i = finding.steps.size() - std::min(shown, finding.steps.size()); i < finding.steps.size();
       ++i)
    places.push_back(event::text(finding.steps[i].location) + finding.steps[i].operation);
  std::sort(places.begin(), places.end());
  std::string identity = fmt::format("{}|{}", finding::name(finding.kind), finding.variable);
  for (const std::string& place : places) identity += "|" + place;
  if (!known_findings_.insert(identity).second) return;
  if (result_.findings.empty()) {
    result_.first_length = history.steps;
    result_.first_states = store_.size();
  }
  finding.certainty = finding::Certainty::certain;
  result_.findings.push_back(std::move(finding));
  result_.schedules.push_back(history.schedule);
  if (options_.stop_at_first) stopped_ = true;
}

void Search::check_adjacent(StateNumber from, Move move, std::uint32_t steps, const Pending& next) {
  if (next.trusted || movers_->is_benign(next.address)) return;
  for (ThreadNumber other = 0; other < machine_.threads(); ++other) {
    if (other == move.thread || machine_.in_atomic(other)) continue;
    const Pending theirs = machine_.pending(other);
    if (theirs.kind != Pending::Kind::access || theirs.trusted || !conflict(next, theirs)) continue;
    // Found again along a known race: cheap to recognise by the two places.
    const std::string seen =
        fmt::format("adjacent {} {} {}", std::min(next.location, theirs.location),
                    std::max(next.location, theirs.location), machine_.describe(next.address, next.size));
    if (!known_findings_.insert(seen).second) continue;
    program::State here;
    machine_.capture(here);
    const History history = history_to(from, move, steps);
    add_finding(adjacent_race_of(machine_, move.thread, next, other, history), history);
    machine_.restore(here);
  }
}

StateNumber Search::store_here(StateNumber from, std::uint32_t mark, Move move, std::uint32_t steps) {
  machine_.capture(captured_);
  words_.clear();
  words_.push_back(mark);
  ComponentNumber summary = 0;
  if (with_summary_) {
    summary_.write(bytes_);
    summary = machine_.pool().intern(bytes_);
    if (summary_in_state_) words_.push_back(summary);
  }
  words_.insert(words_.end(), captured_.begin(), captured_.end());
  current_words_ = words_;
  if (merging_) make_key(mark);
  const auto [number, is_new] = store_.add(merging_ ? key_ : words_);
  if (merging_) note_likeness(number, is_new);
  if (is_new) {
    nodes_.push_back({.parent = from,
                      .steps = steps,
                      .thread = static_cast<std::uint16_t>(move.thread),
                      .alternative = static_cast<std::uint16_t>(move.alternative)});
    if (with_summary_ && !summary_in_state_) summaries_.push_back(summary);
  }
  if (options_.condition_c == ConditionC::components && from != kNoState) {
    after_edges_[from].push_back(number);
    if (mark == kBetween || (mark & 1) == 0) after_exits_.insert(number);
  }
  return is_new ? number : kNoState;
}

void Search::make_key(std::uint32_t mark) {
  machine_.canonical(captured_, renaming_);
  key_.assign(1, mark);
  if (mark != kBetween) {  // names a thread
    const auto at = std::find(renaming_.threads.begin(), renaming_.threads.end(), mark / 2 - 1);
    key_[0] = marked(static_cast<ThreadNumber>(at - renaming_.threads.begin()), (mark & 1) != 0);
  }
  key_.insert(key_.end(), captured_.begin(), captured_.end());
}

// Keeps the state beside its key; or tells for what the numbers of this one were taken.
void Search::note_likeness(StateNumber number, bool is_new) {
  bytes_.clear();
  const auto put = [&](const std::vector<std::uint32_t>& numbers) {
    const auto size = static_cast<std::uint32_t>(numbers.size());
    const auto* first = reinterpret_cast<const std::uint8_t*>(numbers.data());
    bytes_.insert(bytes_.end(), reinterpret_cast<const std::uint8_t*>(&size),
                  reinterpret_cast<const std::uint8_t*>(&size) + sizeof(size));
    bytes_.insert(bytes_.end(), first, first + numbers.size() * sizeof(std::uint32_t));
  };
  put(renaming_.threads);
  put(renaming_.objects);
  const ComponentNumber renaming = machine_.pool().intern(bytes_);
  if (is_new) {
    renamings_.push_back(renaming);
    if (!store_.compacted()) states_.append(words_);
    return;
  }
  if (renamings_[number] == renaming) return;
  const std::span<const std::uint8_t> known = machine_.pool()[renamings_[number]];
  std::size_t at = 0;
  const auto take = [&](std::vector<std::uint32_t>& numbers) {
    std::uint32_t size = 0;
    std::memcpy(&size, known.data() + at, sizeof(size));
    numbers.resize(size);
    std::memcpy(numbers.data(), known.data() + at + sizeof(size), size * sizeof(std::uint32_t));
    at += sizeof(size) + size * sizeof(std::uint32_t);
  };
  take(known_renaming_.threads);
  take(known_renaming_.objects);
  if (alike_.note(renaming_, known_renaming_)) {
    new_likeness_ = true;
    likeness_noted_ = store_.size();
  }
  ++result_.merged;
}

StateNumber Search::act(StateNumber from, std::uint32_t mark, Move move) {
  const ThreadNumber me = move.thread;
  bool after = mark != kBetween && (mark & 1) != 0;
  if (options_.reduction == Reduction::left_movers) after = true;
  relied_.clear();
  transaction_effects_.clear();
  ++result_.transactions;
  std::uint32_t steps = 0;
  StateNumber made = kNoState;
  bool stored = false;
  while (true) {
    const Pending next = machine_.pending(me);
    Judgement judgement;
    const bool inside_atomic = machine_.exists(me) && !machine_.exited() && machine_.in_atomic(me);
    if (options_.reduction != Reduction::none && next.kind != Pending::Kind::nothing)
      judgement = movers_->judge(machine_, me, next, relied_);
    const bool plain_alone =
        next.kind == Pending::Kind::access && !next.atomic && judgement.mover == Mover::none;
    if (steps > 0) {
      // Does the transaction end here?
      bool end =
          next.kind == Pending::Kind::nothing || next.alternatives == 0 || next.kind == Pending::Kind::local;
      std::uint32_t inside = kBetween;
      if (!end && !inside_atomic) {
        if (options_.reduction == Reduction::none)
          end = true;
        else if (after)
          end = judgement.mover != Mover::both && judgement.mover != Mover::left;
        else
          end = judgement.cut || (plain_alone && options_.races == RaceCheck::adjacent);
      }
      if (!end && (next.alternatives > 1 || steps >= kLongTransaction)) {
        end = true;
        // Goldilocks trusts executions it has seen: a right-mover part must end too, or others never follow
        // it.
        if (options_.reduction != Reduction::goldilocks &&
            (!after || options_.condition_c != ConditionC::bounded))
          inside = marked(me, after);
      }
      if (end) {
        made = store_here(from, inside, move, steps);
        stored = true;
        break;
      }
    }
    if (!judgement.violation.empty()) {
      const program::Problem problem{.kind = finding::Kind::lock_misuse,
                                     .message = judgement.violation,
                                     .thread = me,
                                     .location = next.location,
                                     .address = next.address};
      program::State here;
      machine_.capture(here);
      const History history = history_to(from, move, steps);
      add_finding(finding_of(machine_, problem, history), history);
      break;
    }
    if (next.kind == Pending::Kind::access && judgement.mover != Mover::both &&
        options_.races == RaceCheck::adjacent)
      check_adjacent(from, move, steps, next);
    const bool atomic_step = inside_atomic || next.kind == Pending::Kind::atomic_begin;
    if (atomic_step) held_.assign(machine_.held(me).begin(), machine_.held(me).end());
    const std::vector<bool> rights = movers_->rights_of_others(machine_, me);
    const Outcome outcome = machine_.step(me, steps == 0 ? move.alternative : 0);
    ++steps;
    ++result_.transitions;
    if (with_summary_) {
      races_.clear();
      summary_.apply(machine_.effects(), races_);
      for (const SummaryRace& race : races_) {
        if (options_.reduction == Reduction::goldilocks)
          movers_->protections().revoke(race.address, race.size);
        if (options_.races == RaceCheck::off || next.trusted || movers_->is_benign(race.address)) continue;
        const std::string seen = fmt::format("summary {} {} {} {}", race.address, race.effect.location,
                                             race.earlier_is_write, static_cast<int>(race.effect.operation));
        if (!known_findings_.insert(seen).second) continue;
        program::State here;
        machine_.capture(here);
        const std::vector<program::Effect> effects = machine_.effects();
        const History history = history_to(from, move, steps);
        add_finding(summary_race_of(machine_, race, history), history);
        machine_.restore(here);
      }
    }
    if (atomic_step && outcome == Outcome::done) look_into_atomic(from, move, steps);
    if (bridge_) bridge_->pass_on(machine_.effects());
    if (options_.order == SearchOrder::heuristic)
      transaction_effects_.insert(transaction_effects_.end(), machine_.effects().begin(),
                                  machine_.effects().end());
    if (outcome == Outcome::problem) {
      // The thread has gone wrong, and goes nowhere from here; the others do.
      const program::Problem problem = machine_.problem();
      machine_.stop(me);
      const std::string seen =
          fmt::format("problem {} {} {}", static_cast<int>(problem.kind), problem.location, problem.address);
      if (known_findings_.insert(seen).second) {
        program::State here;
        machine_.capture(here);
        const History history = history_to(from, move, steps);
        add_finding(finding_of(machine_, problem, history), history);
        machine_.restore(here);
      }
      made = store_here(from, kBetween, move, steps);
      stored = true;
      break;
    }
    if (outcome == Outcome::unsupported) {
      const std::string doubt = fmt::format("not supported: {}", machine_.unsupported_reason());
      if (known_findings_.insert("doubt " + doubt).second) result_.verdict.doubt(doubt);
      break;
    }
    if (outcome == Outcome::pruned) break;
    if (const std::string wrong = movers_->wrong_rights(machine_, me, rights); !wrong.empty()) {
      const program::Problem problem{
          .kind = finding::Kind::lock_misuse, .message = wrong, .thread = me, .location = next.location};
      const History history = history_to(from, move, steps);
      add_finding(finding_of(machine_, problem, history), history);
      break;
    }
    if (stopped_) break;
    if (options_.reduction == Reduction::left_movers)
      after = true;
    else if (judgement.mover != Mover::right && judgement.mover != Mover::both)
      after = true;
  }
  if (!stored) current_words_.clear();
  if (!relied_.empty()) nodes_[from].relied = sets_.with(nodes_[from].relied, relied_);
  return made;
}

// The accesses of an atomic block happen at once, but they count.
void Search::look_into_atomic(StateNumber from, Move move, std::uint32_t steps) {
  if (machine_.exists(move.thread)) {
    const std::span<const Word> now = machine_.held(move.thread);
    std::erase_if(held_, [&](Word lock) { return !std::binary_search(now.begin(), now.end(), lock); });
  }
  if (options_.reduction != Reduction::none) movers_->note_atomic(machine_, machine_.effects(), held_);
  if (options_.races != RaceCheck::adjacent) return;
  const std::vector<program::Effect> effects = machine_.effects();
  for (const program::Effect& effect : effects) {
    if (!event::is_access(effect.operation)) continue;
    Pending done;
    done.kind = Pending::Kind::access;
    done.writes = event::writes(effect.operation);
    done.atomic = event::is_atomic(effect.operation);
    done.address = effect.target;
    done.size = effect.size;
    done.location = effect.location;
    check_adjacent(from, move, steps, done);
  }
}

void Search::check_deadlock(StateNumber node) {
  if (machine_.exited()) return;
  std::vector<ThreadNumber> blocked;
  bool enabled = false;
  for (ThreadNumber t = 0; t < machine_.threads(); ++t) {
    const Pending next = machine_.pending(t);
    if (next.kind == Pending::Kind::nothing) continue;
    if (next.alternatives == 0)
      blocked.push_back(t);
    else
      enabled = true;
  }
  if (blocked.empty() || !options_.deadlocks) return;
  std::vector<std::vector<ThreadNumber>> circles;
  // Threads that wait in a circle for locks, whatever the others still do.
  for (const ThreadNumber start : blocked) {
    std::vector<ThreadNumber> chain;
    ThreadNumber at = start;
    while (std::find(chain.begin(), chain.end(), at) == chain.end()) {
      chain.push_back(at);
      const Pending next = machine_.pending(at);
      if (next.alternatives != 0 || next.owner == 0 || next.kind == Pending::Kind::nothing ||
          next.owner > machine_.threads()) {
        chain.clear();
        break;
      }
      at = next.owner - 1;
    }
    if (!chain.empty() && at == start && start == *std::min_element(chain.begin(), chain.end()))
      circles.push_back(chain);
  }
  if (circles.empty()) {
    if (enabled) return;
    for (ThreadNumber t = 0; t < machine_.threads(); ++t)
      if (machine_.failed(t)) return;  // it may be what the others wait for
    circles.push_back(blocked);
  }
  for (const std::vector<ThreadNumber>& circle : circles) {
    std::string seen = "deadlock";
    for (const ThreadNumber t : circle) seen += fmt::format(" {}:{}", t, machine_.pending(t).location);
    if (!known_findings_.insert(seen).second) continue;
    program::State here;
    machine_.capture(here);
    const Words words = current_words_;
    const History history = history_to(node, {}, 0);
    add_finding(deadlock_of(machine_, circle, history), history);
    machine_.restore(here);
    current_words_ = words;
  }
}

void Search::look_at_new_state(StateNumber node) {
  check_deadlock(node);
  if (!options_.collect_final_states) return;
  bool over = machine_.exited();
  if (!over) {
    over = true;
    for (ThreadNumber t = 0; t < machine_.threads(); ++t)
      over = over && machine_.pending(t).kind == Pending::Kind::nothing;
  }
  if (over) result_.final_states.insert(machine_.global_bytes());
}

// Were states told apart, or taken for each other, that should not have been?
bool Search::is_outdated() {
  // What is learned after a new likeness is of little use, but other likenesses may still turn up.
  if (new_likeness_ && store_.size() > 2 * likeness_noted_ + 1000) return true;
  if (!symmetry_) return false;
  if (machine_.names_observed() && !merging_) {  // noticed in time
    symmetry_ = false;
    result_.without_symmetry = kNamesObserved;
    return false;
  }
  return machine_.names_observed() || merging_ != machine_.may_be_symmetric();
}

bool Search::should_stop() {
  if (stopped_ || restart_) return true;
  if (is_outdated()) return restart_ = true;
  if (options_.limit_states != 0 && store_.size() >= options_.limit_states) {
    result_.verdict.doubt(fmt::format("stopped after {} states (--limit-states)", store_.size()));
    return stopped_ = true;
  }
  if ((++asked_ & 0x3FF) != 0) return false;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - started_;
  if (options_.limit_seconds > 0 && elapsed.count() > options_.limit_seconds) {
    result_.verdict.doubt(fmt::format("stopped after {:.0f} s (--limit-seconds)", options_.limit_seconds));
    return stopped_ = true;
  }
  if (options_.interrupted && options_.interrupted()) {
    result_.verdict.doubt("interrupted");
    return stopped_ = true;
  }
  keep_memory();
  return false;
}

void Search::keep_memory() {
  if (options_.limit_memory == 0 || store_.compacted()) return;
  const std::size_t used = store_.memory() + (merging_ ? states_.memory() : 0) + machine_.pool().memory() +
                           nodes_.capacity() * sizeof(Node);
  if (used <= options_.limit_memory) return;
  store_.compact();
  states_ = StateStore();
  result_.verdict.doubt(fmt::format(
      "the memory limit was reached after {} states; from there on only 64-bit hashes of states are kept, so "
      "the answer is probabilistic (a state is missed with a chance of about states² / 2⁶⁵)",
      store_.size()));
}

// The next thing to do from a state the machine is in.
bool Search::next_move(const Words& words, Level& level, Move& move) {
  const std::uint32_t mark = words[0];
  if (mark != kBetween) {
    const ThreadNumber only = mark / 2 - 1;
    if (level.thread < only) level.thread = only, level.alternative = 0;
    if (level.thread > only) return false;
  }
  std::optional<ThreadNumber> in_atomic;
  for (ThreadNumber t = 0; t < machine_.threads() && !machine_.exited(); ++t)
    if (machine_.exists(t) && machine_.in_atomic(t) && machine_.pending(t).alternatives > 0) in_atomic = t;
  for (; level.thread < machine_.threads(); ++level.thread, level.alternative = 0) {
    if (mark != kBetween && level.thread != mark / 2 - 1) return false;
    if (in_atomic && level.thread != *in_atomic) continue;
    if (level.alternative < machine_.pending(level.thread).alternatives) {
      move = {level.thread, level.alternative++};
      return true;
    }
  }
  return false;
}

void Search::depth_first(StateNumber root, const Words& root_words) {
  std::vector<Level> stack;
  Words words = root_words;  // of the whole stack
  Words top;
  stack.push_back({.node = root, .words = 0});
  if (bridge_) stack.back().point = bridge_->save();
  while (!stack.empty() && !should_stop()) {
    Level& level = stack.back();
    top.assign(words.begin() + static_cast<std::ptrdiff_t>(level.words), words.end());
    if (current_words_ != top) {
      restore_words(top);
      current_words_ = top;
    }
    if (with_summary_ && !summary_in_state_) summary_.read(machine_.pool()[summaries_[level.node]]);
    Move move;
    if (!next_move(top, level, move)) {
      words.resize(level.words);
      stack.pop_back();
      continue;
    }
    if (bridge_) bridge_->restore(level.point);
    const StateNumber made = act(level.node, top[0], move);
    if (made == kNoState || stopped_) continue;
    look_at_new_state(made);
    stack.push_back({.node = made, .words = words.size()});
    words.insert(words.end(), words_.begin(), words_.end());
    if (bridge_) stack.back().point = bridge_->save();
    result_.longest_path = std::max<std::uint64_t>(result_.longest_path, stack.size());
  }
}

void Search::best_first(StateNumber root, const Words& root_words) {
  std::priority_queue<Queued> queue;
  std::deque<Queued> line;
  const bool breadth = options_.order == SearchOrder::breadth_first;
  std::uint64_t age = 0;
  const auto put = [&](Queued queued) {
    if (breadth)
      line.push_back(std::move(queued));
    else
      queue.push(std::move(queued));
  };
  put({.node = root, .words = root_words});
  while ((breadth ? !line.empty() : !queue.empty()) && !should_stop()) {
    Queued here;
    if (breadth) {
      here = std::move(line.front());
      line.pop_front();
    } else {
      here = queue.top();
      queue.pop();
    }
    Level level;
    level.node = here.node;
    result_.longest_path = std::max<std::uint64_t>(result_.longest_path, here.depth);
    while (!should_stop()) {
      if (current_words_ != here.words) {
        restore_words(here.words);
        current_words_ = here.words;
      }
      if (with_summary_ && !summary_in_state_) summary_.read(machine_.pool()[summaries_[here.node]]);
      Move move;
      if (!next_move(here.words, level, move)) break;
      const StateNumber made = act(here.node, here.words[0], move);
      if (made == kNoState) continue;
      look_at_new_state(made);
      Queued next{.age = ++age, .node = made, .depth = here.depth + 1, .words = words_};
      if (!breadth) {
        next.history = here.history;
        const int value = heuristic_value(transaction_effects_, options_.heuristics, next.history);
        next.priority = value + static_cast<std::int64_t>(next.depth) * kHighestHeuristicValue;
      }
      put(std::move(next));
    }
  }
}

// Condition C by components: among the states inside a phase *after*, every strongly connected component that
// no edge leaves gets one state where the others may run. True if there is anything new to do.
bool Search::close_components() {
  if (options_.condition_c != ConditionC::components) return false;
  std::map<StateNumber, std::uint32_t> index;
  std::map<StateNumber, std::uint32_t> low;
  std::vector<StateNumber> path;
  std::set<StateNumber> on_path;
  std::vector<StateNumber> to_cut;
  std::uint32_t next_index = 0;
  const auto is_after = [&](StateNumber node) { return !store_.compacted() && (store_[node][0] & 1) != 0; };
  struct Visit {
    StateNumber node;
    std::size_t edge;
  };
  std::vector<StateNumber> roots;
  for (const auto& [node, edges] : after_edges_)
    if (is_after(node)) roots.push_back(node);
  for (const StateNumber root : roots) {
    if (index.count(root) != 0) continue;
    std::vector<Visit> visits = {{root, 0}};
    index[root] = low[root] = next_index++;
    path.push_back(root);
    on_path.insert(root);
    while (!visits.empty()) {
      const StateNumber node = visits.back().node;
      const std::vector<StateNumber>& edges = after_edges_[node];
      if (visits.back().edge < edges.size()) {
        const StateNumber to = edges[visits.back().edge++];
        if (!is_after(to)) continue;
        if (index.count(to) == 0) {
          index[to] = low[to] = next_index++;
          path.push_back(to);
          on_path.insert(to);
          visits.push_back({to, 0});
        } else if (on_path.count(to) != 0) {
          low[node] = std::min(low[node], index[to]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) low[visits.back().node] = std::min(low[visits.back().node], low[node]);
      if (low[node] != index[node]) continue;
      std::set<StateNumber> component;
      StateNumber member = kNoState;
      do {
        member = path.back();
        path.pop_back();
        on_path.erase(member);
        component.insert(member);
      } while (member != node);
      bool leaves = false;
      for (const StateNumber each : component) {
        leaves = leaves || after_exits_.count(each) != 0;
        for (const StateNumber to : after_edges_[each]) leaves = leaves || component.count(to) == 0;
      }
      if (!leaves) to_cut.push_back(node);
    }
  }
  bool any = false;
  for (const StateNumber node : to_cut) {
    Words words = words_of(node);
    words[0] = kBetween;
    after_exits_.insert(node);
    restore_words(words);
    machine_.capture(captured_);
    if (merging_) make_key(kBetween);
    words_ = words;
    const auto [number, is_new] = store_.add(merging_ ? key_ : words);
    if (merging_) note_likeness(number, is_new);
    if (!is_new) continue;
    Node copy = nodes_[node];
    copy.relied = 0;
    nodes_.push_back(copy);
    if (with_summary_ && !summary_in_state_) summaries_.push_back(summaries_[node]);
    current_words_ = words;
    look_at_new_state(number);
    any = true;
    if (options_.order == SearchOrder::depth_first)
      depth_first(number, words);
    else
      best_first(number, words);
  }
  return any;
}

bool Search::begin() {
  const Outcome outcome = machine_.start();
  if (outcome == Outcome::unsupported) {
    result_.verdict.doubt(fmt::format("not supported: {}", machine_.unsupported_reason()));
    return false;
  }
  if (outcome == Outcome::problem) {
    add_finding(finding_of(machine_, machine_.problem(), {}), {});
    return false;
  }
  if (outcome == Outcome::pruned) return false;
  if (with_summary_) summary_.apply(machine_.effects(), races_);
  if (bridge_) bridge_->pass_on(machine_.effects());
  store_here(kNoState, kBetween, {}, 0);
  first_state_ = words_;
  look_at_new_state(0);
  return true;
}

// Symmetry begins, is extended or is given up: what the movers learned is void.
void Search::forget_names() {
  constexpr unsigned kPasses = 20;
  if (machine_.names_observed())
    result_.without_symmetry = kNamesObserved;
  else if (++passes_ > kPasses && result_.without_symmetry.empty())
    result_.without_symmetry = "ever new blocks are alike";
  if (!result_.without_symmetry.empty()) symmetry_ = false;
  merging_ = symmetry_ && machine_.may_be_symmetric();
  if (!symmetry_) alike_ = Alike();
  restart_ = new_likeness_ = false;
  movers_.emplace(program_, options_.reduction, options_.deadlocks && options_.deadlock_rules, alike_);
}

void Search::start_over() {
  store_ = StateStore();
  states_ = StateStore();
  nodes_.clear();
  renamings_.clear();
  summaries_.clear();
  after_edges_.clear();
  after_exits_.clear();
  sets_ = DependencySets();
  result_.final_states.clear();
  restore_words(first_state_);
  if (with_summary_ && !summary_in_state_) summary_ = SummaryState(true);
  store_here(kNoState, kBetween, {}, 0);
  look_at_new_state(0);
}

MachineSearchResult Search::run() {
  started_ = std::chrono::steady_clock::now();
  const std::clock_t cpu_started = std::clock();
  if (begin()) {
    std::vector<StateNumber> todo = {0};
    while (!todo.empty() && !stopped_) {
      for (const StateNumber node : todo) {
        if (stopped_ || restart_) break;
        const Words words = words_of(node);
        current_words_.clear();
        if (options_.order == SearchOrder::depth_first)
          depth_first(node, words);
        else
          best_first(node, words);
      }
      todo.clear();
      if (stopped_) break;
      while (!restart_ && close_components() && !stopped_) {
      }
      const std::vector<VariableNumber> lost = movers_->protections().newly_unprotected();
      const bool unlearn = restart_ || new_likeness_ || is_outdated();
      if (stopped_ || (lost.empty() && !unlearn)) continue;
      if (unlearn || options_.inference == Inference::restarting) {
        ++result_.restarts;
        if (unlearn) forget_names();
        start_over();
        todo.push_back(0);
        continue;
      }
      for (StateNumber node = 0; node < nodes_.size(); ++node)
        if (sets_.holds_any(nodes_[node].relied, lost)) {
          nodes_[node].relied = 0;
          todo.push_back(node);
        }
      result_.reexplored += todo.size();
    }
  }
  if (bridge_) bridge_->finish(result_.findings);
  if (machine_.partial_input() != 0)
    result_.verdict.doubt(fmt::format(
        "inputs of more than 8 bits were tried with {} values only (first at {})",
        options_.machine.inputs.size(), event::text(machine_.location(machine_.partial_input()))));
  if (machine_.private_memory_failed())
    result_.verdict.doubt(
        "an address was passed to another thread in pieces; accesses to private memory may be missed");
  if (machine_.weak_atomic() != 0)
    result_.verdict.doubt(fmt::format(
        "an atomic is weaker than seq_cst ({}): executions that only weak memory shows are not searched",
        event::text(machine_.location(machine_.weak_atomic()))));
  result_.weak_atomics = machine_.weak_atomic() != 0;
  if (options_.races == RaceCheck::path)
    result_.verdict.doubt("races were looked for along the search's own paths only");
  result_.states = store_.size();
  result_.state_bytes = store_.memory() + (merging_ ? states_.memory() + renamings_.size() * 4 : 0) +
                        nodes_.size() * sizeof(Node) + machine_.pool().memory();
  result_.variables = movers_->protections().size();
  result_.unprotected = movers_->protections().unprotected();
  result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  result_.cpu_seconds = static_cast<double>(std::clock() - cpu_started) / CLOCKS_PER_SEC;
  return std::move(result_);
}

}  // namespace

MachineSearchResult search_machine(const program::Program& program, const MachineSearchOptions& options) {
  MachineSearchOptions effective = options;
  // Where happens-before is part of the state, or a listener or a right names threads, these are not alike.
  const bool names_threads = std::any_of(program.annotations.begin(), program.annotations.end(),
                                         [](const program::Annotation& annotation) {
                                           return annotation.kind == program::Annotation::Kind::exclusive ||
                                                  annotation.kind == program::Annotation::Kind::thread_local_;
                                         });
  effective.machine.symmetry = options.symmetry && options.listener == nullptr && !names_threads &&
                               options.reduction != Reduction::goldilocks &&
                               (options.races == RaceCheck::off || options.races == RaceCheck::adjacent);
  if (effective.reduction == Reduction::goldilocks && effective.races == RaceCheck::adjacent)
    effective.races = RaceCheck::summary;
  MachineSearchResult result = Search(program, effective).run();
  if (effective.races != RaceCheck::adjacent || !result.weak_atomics) return result;
  // Weak atomics: only happens-before tells every race.
  effective.races = RaceCheck::summary;
  effective.machine.symmetry = false;
  return Search(program, effective).run();
}

}  // namespace heddle::stateful
