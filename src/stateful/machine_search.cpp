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
// words a state. Time: every step of every stored state once, more where protections were lost.
#include "stateful/machine_search.h"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "stateful/search_ranks.h"

namespace heddle::stateful {

Search::Search(const program::Program& program, const MachineSearchOptions& options)
    : options_(options),
      program_(program),
      machine_(program, options.machine),
      with_summary_(options.races == RaceCheck::summary || options.races == RaceCheck::path ||
                    options.reduction == Reduction::goldilocks),
      summary_in_state_(options.races == RaceCheck::summary || options.reduction == Reduction::goldilocks),
      has_annotations_(!program.annotations.empty() || !program.field_annotations.empty()),
      symmetry_(options.machine.symmetry) {
  // A search that knows of weak atomics; ranks do not tell each other what this needs.
  if (summary_in_state_ && options.machine.private_effects && options.job == nullptr)
    summary_.look_for_stale_reads();
  movers_.emplace(program, options.reduction, options.deadlocks && options.deadlock_rules, alike_);
  summary_.choose(options.discipline);
  movers_->reads_conflict = options_.discipline == Discipline::exclusive;
  with_rights_ = movers_->annotations().any_exclusive();
  movers_->protections().is_stopped = [this] { return call_.load(std::memory_order_relaxed) != Call::none; };
}
Search::~Search() = default;

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
  if (with_summary_) summary_.apply(machine_.effects(), races_, true);
  const StateNumber first = store_here(kNoState, kBetween, {}, 0);
  first_state_ = words_;
  if (first != kNoState) look_at_new_state(first);
  return true;
}

void Search::start_over() {
  store_ = StateStore();
  states_ = StateStore();
  nodes_ = Nodes();
  renamings_.clear();
  summaries_.clear();
  after_edges_.clear();
  after_exits_.clear();
  after_states_.clear();
  changes_.clear();
  looks_.clear();
  still_.clear();
  sets_ = DependencySets();
  result_.final_states.clear();
  restore_words(first_state_);
  if (with_summary_ && !summary_in_state_) summary_.begin_anew();
  if (store_here(kNoState, kBetween, {}, 0) != kNoState) look_at_new_state(0);
}

MachineSearchResult Search::run() {
  started_ = std::chrono::steady_clock::now();
  const std::jthread watch([this](const std::stop_token& done) { watch_the_time(done); });
  const std::clock_t cpu_started = std::clock();
  if (options_.job != nullptr) {
    others_ = std::make_unique<Others>(*this, *options_.job);
    others_->run();
  } else {
    run_alone();
  }
  tell_doubts();
  if (options_.tell_sharing && first_state_.size() > header()) {
    sharing_.walk(machine_, std::span(first_state_).subspan(header()));
    result_.protections = sharing_.told(machine_, result_.findings);
  }
  result_.states = store_.size();
  result_.state_bytes = store_.memory() + (merging_ ? states_.memory() + renamings_.size() * 4 : 0) +
                        nodes_.memory() + machine_.pool().memory();
  result_.summary_rows = summary_.most_rows();
  result_.summary_facts = summary_.facts();
  result_.variables = movers_->protections().size();
  result_.unprotected = movers_->protections().unprotected();
  result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  result_.cpu_seconds = static_cast<double>(std::clock() - cpu_started) / CLOCKS_PER_SEC;
  return std::move(result_);
}

void Search::run_alone() {
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
          nodes_.rely(node, 0);
          todo.push_back(node);
        }
      result_.reexplored += todo.size();
    }
  }
  if (!stopped_ && options_.livelocks) find_livelocks();
}

void Search::tell_doubts() {
  if (machine_.partial_input() != 0) {
    const std::string where = event::text(machine_.location(machine_.partial_input()));
    if (!options_.machine.inputs.empty())
      result_.verdict.doubt(
          fmt::format("inputs of more than 8 bits were tried with {} values only (first at {})",
                      options_.machine.inputs.size(), where));
    else
      result_.verdict.doubt(
          fmt::format("inputs of more than 8 bits (first at {}) were tried with what the program compares "
                      "with, the values beside "
                      "it, and the limits{}",
                      where,
                      program_.inputs.inexact_at == 0
                          ? std::string()
                          : fmt::format("; it does more with them than compare and add (at {})",
                                        event::text(machine_.location(program_.inputs.inexact_at)))));
  }
  if (machine_.input_ranges() != 0)
    result_.inputs = fmt::format(
        "Inputs of more than 8 bits: one value was tried of each range that the program tells apart ({} at "
        "most). That "
        "is exact, for it only compares them with constants and adds constants.",
        machine_.input_ranges());
  if (machine_.clock_read() != 0)
    result_.verdict.doubt(
        fmt::format("the clock is read ({}): it was tried standing still and going on by hours, a few times, "
                    "not everything "
                    "in between",
                    event::text(machine_.location(machine_.clock_read()))));
  if (machine_.ids_compared() != 0)
    result_.verdict.doubt(fmt::format(
        "the id of a thread that is gone is compared ({}): that a new thread has the same was not "
        "tried (--engine native tries it)",
        event::text(machine_.location(machine_.ids_compared()))));
  for (const std::uint32_t place : machine_.vain_assumptions())
    result_.verdict.doubt(fmt::format("what is assumed at {} never holds: nothing behind it was looked at",
                                      event::text(machine_.location(place))));
  if (machine_.private_memory_failed())
    result_.verdict.doubt(
        "an address was passed to another thread in pieces; accesses to private memory may be missed");
  const bool looked = summary_in_state_ && options_.machine.private_effects && options_.job == nullptr;
  // A call that tells what others did orders nothing, and stale_reads.h does not follow it.
  const std::uint32_t stale =
      looked && !machine_.unordered_look() ? summary_.stale_read() : machine_.weak_atomic();
  if (machine_.weak_atomic() != 0 && stale != 0)
    result_.verdict.doubt(
        fmt::format("an atomic is weaker than seq_cst ({}): executions that only weak memory shows are not "
                    "searched (--engine "
                    "native searches them)",
                    event::text(machine_.location(stale))));
  if (options_.discipline == Discipline::writes_first && with_summary_)
    result_.verdict.doubt(
        "races of a read with a later write were not looked for (--discipline writes-first)");
  result_.weak_atomics = machine_.weak_atomic() != 0;
  result_.unordered_looks = machine_.unordered_look();
  if (options_.races == RaceCheck::path)
    result_.verdict.doubt("races were looked for along the search's own paths only");
}

namespace {

bool names_single_threads(const program::Program& program, program::Annotation::Kind kind) {
  const auto is_one = [&](const program::Annotation& annotation) { return annotation.kind == kind; };
  return std::any_of(program.annotations.begin(), program.annotations.end(), is_one) ||
         std::any_of(program.field_annotations.begin(), program.field_annotations.end(), is_one);
}

// Why symmetry cannot be used at all; empty if it can.
std::string no_symmetry(const program::Program& program, const MachineSearchOptions& options) {
  if (options.reduction == Reduction::goldilocks || options.races == RaceCheck::summary ||
      options.races == RaceCheck::path)
    return "happens-before tells threads apart";
  const bool names_threads = names_single_threads(program, program::Annotation::Kind::exclusive) ||
                             names_single_threads(program, program::Annotation::Kind::thread_local_);
  return names_threads ? "HEDDLE_EXCLUSIVE or HEDDLE_THREAD_LOCAL gives rights to single threads" : "";
}

MachineSearchResult search_as_asked(const program::Program& program, MachineSearchOptions options) {
  const std::string reason = options.symmetry ? no_symmetry(program, options) : std::string();
  options.machine.symmetry = options.symmetry && reason.empty();
  options.machine.effects_of_calls = options.reduction == Reduction::goldilocks ||
                                     options.races == RaceCheck::summary || options.races == RaceCheck::path;
  MachineSearchResult result = Search(program, options).run();
  if (!reason.empty()) result.without_symmetry = reason;
  return result;
}

}  // namespace

std::string not_for_ranks(const program::Program& program, const MachineSearchOptions& options) {
  if (options.races == RaceCheck::path) return "--race-check path";
  if (names_single_threads(program, program::Annotation::Kind::thread_local_))
    return "a program with HEDDLE_THREAD_LOCAL";
  return "";
}

namespace {

std::uint64_t identity_of(const program::Program& program, const MachineSearchOptions& options) {
  std::uint64_t identity = digest_of(program);
  for (const auto each :
       {static_cast<std::uint64_t>(options.reduction), static_cast<std::uint64_t>(options.races),
        static_cast<std::uint64_t>(options.inference), static_cast<std::uint64_t>(options.discipline),
        static_cast<std::uint64_t>(options.machine.fatal_calls), std::uint64_t{options.deadlocks},
        std::uint64_t{options.livelocks}, std::uint64_t{options.symmetry}})
    identity = base::combine(identity, each);
  for (const std::int64_t input : options.machine.inputs)
    identity = base::combine(identity, static_cast<std::uint64_t>(input));
  return identity;
}

// What `stage` of a checkpoint says of the search after the first one.
constexpr std::uint32_t kSecond = 1, kSecondWithPrivate = 2;

}  // namespace

MachineSearchResult search_machine(const program::Program& program, const MachineSearchOptions& options) {
  MachineSearchOptions effective = options;
  std::unique_ptr<cluster::Job> alone;
  if (options.checkpoints.is_used() && options.job == nullptr) {  // a job of one rank
    alone = cluster::Job::alone();
    effective.job = alone.get();
  }
  if (effective.reduction == Reduction::goldilocks && effective.races == RaceCheck::adjacent)
    effective.races = RaceCheck::summary;
  Checkpoints& checkpoints = effective.checkpoints;
  if (effective.job != nullptr) {
    effective.order = SearchOrder::breadth_first;
    effective.condition_c = ConditionC::bounded;
    checkpoints.numbers = std::make_shared<Numbers>();
    effective.machine.number = counted_by(*effective.job, checkpoints.numbers);
    if (!effective.job->is_first()) effective.limit_seconds = 0;  // rank 0 looks at the clock
  }
  if (checkpoints.is_used()) checkpoints.identity = identity_of(program, options);
  MachineSearchResult result;
  if (!checkpoints.resume.empty())
    if (const auto read = read_checkpoint(*effective.job, checkpoints); !read) {
      result.refused = read.error().message;
      return result;
    }
  const bool adjacent = effective.races == RaceCheck::adjacent;
  if (checkpoints.stage != 0) {  // the first search was through
    if (adjacent) effective.races = RaceCheck::summary;
    effective.machine.private_effects = checkpoints.stage == kSecondWithPrivate;
    return search_as_asked(program, effective);
  }
  result = search_as_asked(program, effective);
  if (effective.races == RaceCheck::off || !(result.weak_atomics || (adjacent && result.unordered_looks)))
    return result;
  // Only happens-before tells every race; where atomics are weak also on memory that one of them publishes.
  if (effective.limit_seconds > 0) effective.limit_seconds -= result.seconds;
  bool ends = options.limit_seconds > 0 && effective.limit_seconds <= 0;
  if (effective.job != nullptr) {  // rank 0 says so
    const auto words = effective.job->exchange(
        std::vector<std::string>(effective.job->group().size(), ends ? "ends" : "goes on"));
    ends = !words || words->front() == "ends";
  }
  if (ends) return result;
  if (adjacent) effective.races = RaceCheck::summary;
  effective.machine.private_effects = result.weak_atomics;
  checkpoints.stage = result.weak_atomics ? kSecondWithPrivate : kSecond;
  checkpoints.rest.clear();
  return search_as_asked(program, effective);
}

}  // namespace heddle::stateful
