// SPDX-License-Identifier: Apache-2.0
// A linearizability test: scenarios from small to large, each under all schedules. Knows nothing of types.
#ifndef HEDDLE_LINEARIZABLE_RUN_H
#define HEDDLE_LINEARIZABLE_RUN_H

#include <chrono>
#include <cstdio>

#include <heddle/check.h>
#include <heddle/linearizable/judge.h>
#include <sys/mman.h>

namespace heddle {
namespace linearize {

// A schedule fails, and the report on it has been printed.
class ReportedFailure : public CheckFailure {
 public:
  using CheckFailure::CheckFailure;
};

struct Plan {
  std::string name;
  Sizes sizes;
  Keeps keeps = Keeps::real_time;
  bool values_alike = false;
  bool own_model = false;
  bool has_final = false;  // the user named the final calls
  std::vector<std::string> final_operations;
  unsigned random_scenarios = 0;
  unsigned random_threads = 0, random_calls = 0;
  std::uint64_t seed = 1;
  double seconds = 0;
  const char* strategy = nullptr;
  unsigned jobs = 0;
  enum Progress { none, obstruction_free, lock_free } progress = none;
};

class Test {
 public:
  std::function<void*()> make;
  std::function<void(void*)> destroy;
  Alphabet alphabet;
  std::unique_ptr<Spoken> model;
  std::unique_ptr<Known> known;  // to monitors; null: nothing is
  std::size_t values = 0;        // that arguments are made of
  bool values_are_tokens = false;
  Plan plan;

  // Throws what check() throws.
  void run();
  std::size_t scenarios() { return count(enumeration()); }
  Judge& judge_histories();  // of its calls, from anywhere

 private:
  struct Slot {  // one call of an execution
    std::uint32_t thread = 0;
    std::uint32_t call = 0;
    void* outcome = nullptr;
    heddle_call_times times{};
    std::vector<unsigned long> ended;  // calls of each other thread, as far as this one knows
    bool begun = false;
  };
  struct Execution {
    Test* test = nullptr;
    const Scenario* scenario = nullptr;
    std::size_t index = 0;
    void* object = nullptr;
    unsigned stopped =
        0;  // which thread stands still for ever, or (with `alone`) is the only one that does not; 0: none
    bool alone = false;
    bool resumed = false;                  // whoever stood still goes on
    std::vector<std::vector<Slot>> calls;  // of the main thread, and each other one
  };

  enum { kCameToLast = 2 };                                       // of heddle_runtime_go_on
  enum Outcome { kFails = 1, kInconclusive = 3, kNoEngine = 4 };  // of heddle_check_run

  static void execute(void* test) { static_cast<Test*>(test)->execute_scenario(); }
  void execute_scenario();
  void perform(Execution& execution, Slot& slot, unsigned threads);
  void perform_final(Execution& execution);
  void tell_scenario(const Execution& execution);
  std::string tried() const;
  void number_thread(unsigned thread);
  void tell_wait(const Execution& execution);
  std::string place_of(const Execution& execution) const;
  std::size_t most_alike(const Scenario& scenario) const;
  void judge(Execution& execution);
  const Verdict& judged(Execution& execution);
  void tell(const Verdict& verdict);
  char* shared_memory(std::size_t bytes) const;
  static int judge_stuck(void* execution);
  int explore();
  void note(int result);
  void run_batch();
  void run_enumerated(Enumeration& enumeration);
  void run_random(const Enumeration& enumeration);
  void check_that_values_are_alike();
  void run_progress();
  void stop_threads(const Execution& execution);
  int judge_progress(Execution& execution);
  History history_of(Execution& execution);
  static Before what_happens_before(const Execution& execution, const History& history);
  void number_kinds();
  std::vector<Letter> letters() const;
  Enumeration enumeration();
  std::size_t count(Enumeration enumeration) const;
  template <class Failure = CheckFailure>
  [[noreturn]] void fail(const std::string& message) const;
  void run_once();
  void check_version() const;

  std::chrono::steady_clock::time_point began_;
  std::unique_ptr<Judge> judge_;
  std::vector<Scenario> batch_;
  std::vector<std::string> words_;  // of those that were run
  std::vector<unsigned> kind_of_;   // of each call: the number of its operation, from 1
  unsigned long* longest_ =
      nullptr;  // of each kind: visible operations of a call, in memory that all processes share
  std::vector<bool> is_short_;  // of each kind: it had one in all searches before
  struct Stop {                 // for a test of progress
    std::size_t scenario;
    unsigned thread;
  };
  std::vector<Stop> stops_;        // none: no thread is stopped
  unsigned long stop_before_ = 0;  // which operation
  bool stop_others_ = false;
  std::size_t done_ = 0;  // scenarios of smaller batches
  std::size_t all_ = 0;
  bool is_exhausted_ = true;  // all schedules of those were explored
  static constexpr std::size_t kTold = 1 << 16;
  char* told_ = nullptr;    // of the failure, in memory that all processes share; null: `heddle check` tells
  bool is_random_ = false;  // the batch is a scenario made up by chance, with its parts
  std::atomic<unsigned long> clock_{0};  // without heddle
};

inline void Test::perform(Execution& execution, Slot& slot, unsigned threads) {
  const Alphabet::Entry& entry = alphabet.calls[slot.call];
  slot.begun = true;
  slot.ended.assign(threads, 0);
  slot.times.version = HEDDLE_CALLS_VERSION;
  slot.times.ended = slot.ended.data();
  slot.times.kind = kind_of_[slot.call];
  slot.times.is_short = is_short_[slot.times.kind] ? 1 : 0;
  if (heddle_runtime_call_begin)
    heddle_runtime_call_begin(&slot.times, slot.thread == 0 ? 0 : slot.thread - 1, threads);
  else
    slot.times.begin = ++clock_;
  slot.outcome = entry.operation->perform(execution.object, entry.which);
  if (heddle_runtime_call_end)
    heddle_runtime_call_end(&slot.times);
  else
    slot.times.end = ++clock_;
}

inline void Test::execute_scenario() {
  Execution execution;
  execution.test = this;
  execution.index = heddle::choose(static_cast<unsigned>(stops_.empty() ? batch_.size() : stops_.size()));
  if (!stops_.empty()) {
    execution.stopped = stops_[execution.index].thread;
    execution.alone = stop_others_;
    execution.index = stops_[execution.index].scenario;
    stop_threads(execution);
  }
  const Scenario& scenario = batch_[execution.index];
  execution.scenario = &scenario;
  tell_scenario(execution);
  execution.calls.resize(scenario.threads.size() + 1);
  const auto prepare = [&](std::uint32_t thread, const std::vector<std::uint32_t>& calls) {
    for (const std::uint32_t call : calls) {
      Slot slot;
      slot.thread = thread;
      slot.call = call;
      execution.calls[thread].push_back(slot);
    }
  };
  prepare(0, scenario.before);
  for (std::uint32_t i = 0; i < scenario.threads.size(); ++i) prepare(i + 1, scenario.threads[i]);
  execution.object = make();
  if (heddle_runtime_when_stuck) heddle_runtime_when_stuck(judge_stuck, &execution);
  for (Slot& slot : execution.calls[0]) perform(execution, slot, 0);
  {
    const auto count = static_cast<unsigned>(scenario.threads.size());
    std::vector<std::thread> threads;
    threads.reserve(count);
    for (unsigned i = 1; i <= count; ++i) {
      threads.emplace_back([this, &execution, i, count] {
        for (Slot& slot : execution.calls[i]) perform(execution, slot, count > 1 ? count : 0);
      });
      number_thread(i);
    }
    if (words_.empty()) tell_scenario(execution);
    const auto goes_on = [&](unsigned i) {
      return execution.stopped == 0 || (i == execution.stopped) == execution.alone;
    };
    for (unsigned i = 1; i <= count; ++i)
      if (goes_on(i)) threads[i - 1].join();
    if (execution.stopped != 0) heddle_runtime_go_on();
    execution.resumed = true;
    for (unsigned i = 1; i <= count; ++i)
      if (!goes_on(i)) threads[i - 1].join();
    if (execution.stopped != 0 && heddle_runtime_go_on() == kCameToLast) heddle_runtime_ask_for_next();
  }
  perform_final(execution);
  destroy(execution.object);
  judge(execution);
  for (auto& calls : execution.calls)
    for (Slot& slot : calls) alphabet.calls[slot.call].operation->drop(slot.outcome);
}

// How often a call with arguments occurs in the scenario: so many equal values may be in the object.
inline std::size_t Test::most_alike(const Scenario& scenario) const {
  std::map<std::uint32_t, std::size_t> counts;
  std::size_t most = 1;
  const auto count = [&](const std::vector<std::uint32_t>& calls) {
    for (const std::uint32_t call : calls)
      if (alphabet.calls[call].operation->arguments(alphabet.calls[call].which) != "()")
        most = std::max(most, ++counts[call]);
  };
  count(scenario.before);
  for (const auto& calls : scenario.threads) count(calls);
  return most;
}

// The operations that were named, or else those without arguments that return something: until one returns the same more
// often in a row than values can be alike, as those on an empty container do.
inline void Test::perform_final(Execution& execution) {
  const std::size_t most = execution.scenario->calls() + 1;
  std::size_t alike = 1;
  {
    const Outside outside;
    alike = most_alike(*execution.scenario);
  }
  for (std::uint32_t call = 0; call < alphabet.calls.size(); ++call) {
    const Operation& operation = *alphabet.calls[call].operation;
    const bool is_named = std::find(plan.final_operations.begin(), plan.final_operations.end(),
                                    operation.name) != plan.final_operations.end();
    if (plan.has_final ? !is_named : operation.choices != 1 || !operation.has_result || operation.may_wait)
      continue;
    std::uint32_t previous = kUnknown;
    std::size_t in_a_row = 0;
    for (std::size_t i = 0; i < (operation.choices == 1 ? most : 1); ++i) {
      Slot slot;
      slot.call = call;
      execution.calls[0].push_back(slot);
      perform(execution, execution.calls[0].back(), 0);
      const Outside outside;
      const std::uint32_t now = alphabet.calls[call].operation->number(execution.calls[0].back().outcome);
      in_a_row = now == previous ? in_a_row + 1 : 1;
      if (in_a_row > alike) break;
      previous = now;
    }
  }
}

inline History Test::history_of(Execution& execution) {
  History history;
  for (auto& calls : execution.calls)
    for (Slot& slot : calls) {
      if (!slot.begun) continue;
      Call call;
      call.thread = slot.thread;
      call.operation = slot.call;
      call.begin = slot.times.begin == 0 ? kNever - 1 : slot.times.begin;
      call.waits = slot.outcome == nullptr;
      if (slot.outcome != nullptr) {
        call.end = slot.times.end;
        call.result = alphabet.calls[slot.call].operation->number(slot.outcome);
      }
      history.push_back(call);
    }
  return history;
}

// As the threads know: of each other thread so many calls had ended. The main thread is alone before and after.
inline Before Test::what_happens_before(const Execution& execution, const History& history) {
  Before before(history.size(), std::vector<bool>(history.size(), false));
  std::vector<const Slot*> slots;
  std::vector<std::size_t> place;  // in its thread
  for (const auto& calls : execution.calls)
    for (const Slot& slot : calls) {
      if (!slot.begun) continue;
      slots.push_back(&slot);
      place.push_back(static_cast<std::size_t>(&slot - calls.data()));
    }
  for (std::size_t a = 0; a < slots.size(); ++a)
    for (std::size_t b = 0; b < slots.size(); ++b) {
      if (history[a].end == kNever) continue;
      const std::uint32_t one = history[a].thread, other = history[b].thread;
      before[a][b] = one == other             ? place[a] < place[b]
                     : one == 0 || other == 0 ? history[a].end < history[b].begin
                                              : place[a] < slots[b]->ended[one - 1];
    }
  return before;
}

inline const Verdict& Test::judged(Execution& execution) {
  const History history = history_of(execution);
  for (const auto& calls : execution.calls)
    for (const Slot& slot : calls)
      if (longest_ != nullptr && slot.begun)
        longest_[slot.times.kind] = std::max(longest_[slot.times.kind], slot.times.operations);
  const std::string place = "found in " + place_of(execution);
  if (heddle_runtime_is_weak == nullptr || heddle_runtime_is_weak() == 0)
    return judge_->judge(*execution.scenario, place, history);
  const Before before = what_happens_before(execution, history);
  return judge_->judge(*execution.scenario, place, history, &before);
}

// `heddle check` draws the history; of a program that was linked with its library nobody else tells of it. What an
// execution prints is not shown, so it is said when the search has ended.
inline void Test::tell(const Verdict& verdict) {
  if (told_ != nullptr) std::snprintf(told_, kTold, "%s\n%s", verdict.message.c_str(), verdict.words.c_str());
}

inline void Test::judge(Execution& execution) {
  const Outside outside;
  const Verdict& verdict = judged(execution);
  if (verdict.right) return;
  tell(verdict);
  if (heddle_runtime_wrong_history)
    heddle_runtime_wrong_history(verdict.message.c_str(), verdict.json.c_str());
  else
    fail(verdict.message + "\n" + verdict.words);
}

inline int Test::judge_stuck(void* argument) {
  auto& execution = *static_cast<Execution*>(argument);
  Test& test = *execution.test;
  if (execution.stopped != 0 && !execution.resumed && heddle_runtime_go_on() != 0)
    return test.judge_progress(execution);
  for (const auto& calls : execution.calls)
    for (const Slot& slot : calls)
      if (slot.begun && slot.outcome == nullptr && !test.alphabet.calls[slot.call].operation->may_wait) {
        test.tell_wait(execution);
        return 2;
      }
  const Verdict& verdict = test.judged(execution);
  if (verdict.right) return 0;
  test.tell(verdict);
  heddle_runtime_wrong_history(verdict.message.c_str(), verdict.json.c_str());
  return 1;
}

inline std::vector<Letter> Test::letters() const {
  std::vector<Letter> result;
  std::map<std::string, int> groups;
  for (const Alphabet::Entry& entry : alphabet.calls) {
    Letter letter;
    if (!entry.operation->group.empty())
      letter.group = groups.emplace(entry.operation->group, static_cast<int>(groups.size())).first->second;
    if (plan.values_alike && entry.operation->takes_values)
      letter.values = entry.operation->values_of[entry.which];
    result.push_back(std::move(letter));
  }
  return result;
}

template <class Failure>
void Test::fail(const std::string& message) const {
#ifdef __cpp_exceptions
  throw Failure(message);
#else
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
#endif
}

inline void Test::number_kinds() {
  std::map<const Operation*, unsigned> kinds;
  kind_of_.clear();
  for (const Alphabet::Entry& entry : alphabet.calls)
    kind_of_.push_back(kinds.emplace(entry.operation, static_cast<unsigned>(kinds.size()) + 1).first->second);
  is_short_.assign(kinds.size() + 1, false);
  longest_ = reinterpret_cast<unsigned long*>(shared_memory(is_short_.size() * sizeof *longest_));
}

inline int Test::explore() {
  for (std::size_t kind = 1; kind < is_short_.size(); ++kind) is_short_[kind] = longest_[kind] == 1;
  if (heddle_check_run == nullptr) return kNoEngine;
  heddle_check_options options{};
  options.name = plan.name.c_str();
  options.strategy = plan.strategy;
  options.jobs = plan.jobs;
  if (plan.seconds > 0) {  // for all of its searches together
    constexpr double kLeast = 1e-3;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began_;
    options.limit_seconds = std::max(plan.seconds - elapsed.count(), kLeast);
  }
#ifdef GTEST_TEST_
  options.failed = [] { return ::testing::Test::HasFailure() ? 1 : 0; };
#endif
  return heddle_check_run(execute, this, &options);
}

// Each scenario once, as it comes: not what the test is for.
inline void Test::run_once() {
  if (!heddle::detail::single_run_is_allowed())
    fail(plan.name +
         ": not run under heddle, so no schedule was explored. Run the test with `heddle check`, or link it "
         "with libheddle_check.so; HEDDLE_ALLOW_SINGLE_RUN=1 makes do with one run of each scenario");
  for (std::size_t i = 0; i < batch_.size(); ++i) {
    std::vector<Scenario> one{batch_[i]};
    std::swap(one, batch_);
    execute_scenario();
    std::swap(one, batch_);
  }
}

inline Judge& Test::judge_histories() {
  Rules rules;
  rules.keeps = plan.keeps;
  rules.object = plan.name;
  judge_ = std::make_unique<Judge>(alphabet, *model, rules, known.get());
  return *judge_;
}

// Tests and libraries are not always built together. An older library does not know its version.
inline void Test::check_version() const {
  const unsigned version = heddle_runtime_calls_version ? heddle_runtime_calls_version() : 1;
  if (heddle_runtime_call_begin != nullptr && version != HEDDLE_CALLS_VERSION)
    fail(plan.name + ": the test was built with the headers of another version of heddle (" +
         std::to_string(HEDDLE_CALLS_VERSION) + ") than the library that runs it (" +
         std::to_string(version) + "): build it again, with the headers beside that library");
}

inline void Test::run() {
  check_version();
  began_ = std::chrono::steady_clock::now();
  judge_histories();
  number_kinds();
  if (plan.values_alike && !values_are_tokens) check_that_values_are_alike();
  for (const std::string& name : plan.final_operations)
    if (std::none_of(alphabet.calls.begin(), alphabet.calls.end(),
                     [&](const Alphabet::Entry& entry) { return entry.operation->name == name; }))
      fail(plan.name + ": finally() names `" + name + "`, which is none of its operations");
  Enumeration all = enumeration();
  all_ = count(all);
  if (heddle_check_is_reported != nullptr && heddle_check_is_reported() == 0) told_ = shared_memory(kTold);
  if (all_ == 0 && (plan.random_scenarios == 0 || alphabet.calls.empty()))
    fail(plan.name +
         ": there is no scenario to try: it takes an operation, two threads (one, if there is a model) and a "
         "call");
  if (heddle_runtime_tries) heddle_runtime_tries(tried().c_str());
  run_enumerated(all);
  run_random(all);
  if (heddle_runtime_tries) heddle_runtime_tries(nullptr);
}

inline char* Test::shared_memory(std::size_t bytes) const {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail(plan.name + ": there is no memory");
  return static_cast<char*>(memory);
}

inline void Test::run_batch() {
  words_.clear();
  const int result = explore();
  if (result == kFails && told_ != nullptr && told_[0] != 0) fail(told_);
  if (result == kFails) fail<ReportedFailure>(plan.name + " is not right: heddle reports why");
  note(result);
  if (result == kNoEngine)
    run_once();
  else
    run_progress();
  done_ += batch_.size();
}

// A limit that the test sets is its own wish; without one, what could not be explored is no reason to pass.
inline void Test::note(int result) {
  if (result == kInconclusive && plan.seconds <= 0 && heddle_check_is_reported != nullptr &&
      !heddle_check_is_reported())
    fail(plan.name + ": the check is inconclusive, for the reasons that heddle gives");
  is_exhausted_ &= result == 0;
}

}  // namespace linearize
}  // namespace heddle

#include <heddle/linearizable/enumerated.h>
#include <heddle/linearizable/progress.h>
#include <heddle/linearizable/random.h>
#include <heddle/linearizable/values_alike.h>
#endif
