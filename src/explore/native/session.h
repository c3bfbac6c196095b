// SPDX-License-Identifier: Apache-2.0
// One check of one function (or of a whole program) inside the process that holds it.
//
// The search and all it knows are in shared memory; worker processes run its parts (pool.h). In-process, a
// worker runs all its executions itself, one after another: half a million a second. Isolated, each execution
// has a process of its own, forked from a worker that stands before the function's first step: whole
// programs, and tests that keep state. Either way the process that asked stays untouched: it watches the
// workers, and can go on with its next test whatever happened to them.
#pragma once

#include "explore/native/given.h"
#include "explore/native/pool.h"
#include "explore/replay.h"
#include "explore/strategies.h"
#include "runtime/control/world.h"

namespace heddle::explore {

struct Request {
  Given given;                 // what was asked for, and where to tell of it
  Options options;             // of it: for the search
  control::Settings settings;  // of it: for control
  bool isolate = false;
  unsigned jobs = 1;                 // worker processes, where the search is long enough
  std::uint64_t share_after = 1024;  // executions in this process, or a 64th of it isolated
  const char* name = "";
  int (*failed)() = nullptr;
  void (*function)(void*) = nullptr;
  void* argument = nullptr;

  const schedule::Wishes& wishes() const { return given.wishes; }
};
// The wishes in the terms of those who fulfil them.
Request request_of(const Given& given);

// What is known at the end; in shared memory, filled by the workers.
struct Result {
  std::uint64_t executions;
  std::uint64_t redundant;
  double done;
  double seconds;
  bool complete;            // every schedule the search stands for was run
  bool repeats;             // a replay came to the same end as the schedule said
  bool stopped;             // by a limit
  std::uint64_t identical;  // replays that went exactly as the first one
  bool isolated;            // each execution had a process of its own
  char bound[160];          // why the search is not exhaustive
  std::uint32_t decisions;
  std::uint32_t preemptions;
  static constexpr std::size_t kDecisions = std::size_t{1} << 20;
  Decision schedule[kDecisions];  // of the failure
};

class Session {
 public:
  explicit Session(const Request& request);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void run();  // search, and if a schedule fails shorten it and record its steps
  const Result& result() const { return *result_; }
  const control::Shared& shared() const { return *shared_; }
  const Request& request() const { return request_; }

 private:
  struct Signature {
    control::FailureKind kind;
    std::uint64_t pc;
    std::uint64_t address;
    friend bool operator==(const Signature&, const Signature&) = default;
  };
  Signature signature() const;
  std::uint64_t digest() const;  // of the failure and every step of the way
  void search();
  bool deepen();
  void set_up_pool();
  // The process that asked.
  bool start_worker(std::size_t index, void (Session::*body)(Pool::Worker&));
  void supervise(const Search* only);  // until all workers have ended; `only`: what they run, if no task
  void worker_died(const Search* search, int status);
  void note_stuck(const Pool::Worker& worker);
  void kill_workers();
  // Worker processes.
  void work(Pool::Worker& worker);
  void replay_once(Pool::Worker& worker);
  bool run_in_process(Pool::Worker& worker, Search& search, bool looks_for_state);
  bool run_isolated(Pool::Worker& worker, Search& search);
  void after_execution();
  bool out_of_time() const;
  void keep_schedule(const Search& search);
  void note_progress();
  bool attempt(std::span<const Decision> decisions, bool record);
  bool repeats();  // what failed
  bool is_stubborn() const {
    return shared_->doubts[static_cast<std::size_t>(control::Doubt::stubborn_state)] != 0;
  }
  void shorten();
  void replay_given();

  Request request_;
  const Strategy* strategy_ = nullptr;
  Arena* arena_ = nullptr;
  schedule::SharedProgress* progress_ = nullptr;  // none without `heddle check`
  control::Shared* shared_ = nullptr;
  Result* result_ = nullptr;
  Pool* pool_ = nullptr;
  Arena* more_arenas_[Pool::kTasks] = {};  // one a task but the first
  Replay* replay_ = nullptr;               // what an attempt runs
  bool records_ = false;
  bool may_deepen_;          // nobody asked for other bounds than there are by default
  bool ran_beside_ = false;  // workers, beside each other
  double start_ = 0;
};

double now();  // seconds
void set_bound(Result& result, std::string_view text);
std::uint32_t preemptions_in(std::span<const Decision> decisions);

}  // namespace heddle::explore
