// SPDX-License-Identifier: Apache-2.0
// One check of one function (or of a whole program) inside the process that holds it.
//
// The search and all it knows are in shared memory. In-process, one worker process runs all executions, one
// after another: half a million a second. Isolated, each execution has a process of its own, forked from one
// that stands before the function's first step: whole programs, and tests that keep state. Either way the
// process that asked stays untouched, so it can go on with its next test whatever happened to the worker.
#pragma once

#include "explore/native/progress.h"
#include "explore/replay.h"
#include "explore/search.h"
#include "runtime/control/world.h"

namespace heddle::explore {

struct Request {
  char search[16] = "dpor";
  Options options;
  control::Settings settings;
  double seconds = 0;
  std::uint64_t executions = 0;
  bool isolate = false;
  bool quiet = true;  // the program's own output is dropped
  unsigned workers = 1;
  const char* name = "";
  const char* replay = nullptr;  // a schedule, "0 0 1 0:1 …", instead of a search
  unsigned times = 1;            // to replay it
  int (*failed)() = nullptr;
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
};

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
  void work_in_process(Search& search);
  void work_isolated(Search& search);
  bool run_once(Search& search);  // in a process of its own; true if there is more to run
  void after_execution();
  bool out_of_time() const;
  void keep_schedule(const Search& search);
  void note(const Search& search);
  bool attempt(std::span<const Decision> decisions, bool record);
  void shorten();
  void replay_given();

  Request request_;
  Arena* arena_ = nullptr;
  SharedProgress* progress_ = nullptr;  // none without `heddle check`
  control::Shared* shared_ = nullptr;
  Result* result_ = nullptr;
  double start_ = 0;
};

std::uint32_t preemptions_in(std::span<const Decision> decisions);

}  // namespace heddle::explore
