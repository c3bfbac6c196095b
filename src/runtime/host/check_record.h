// SPDX-License-Identifier: Apache-2.0
// What one check came to, as the process under control wrote it down (schedule/wire.h), and the finding that is saved
// for `heddle replay`: the same record and how the program was made. Addresses are of that process; `modules` says what
// was loaded where.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compile/build.h"
#include "finding/finding.h"
#include "runtime/host/uninstrumented_words.h"
#include "runtime/host/witness_graph.h"
#include "runtime/watch/channel.h"
#include "schedule/wire.h"

namespace heddle::runtime::host {

// A thread's part in a failure, or a step of the schedule.
struct CheckPlace {
  std::uint32_t thread = 0;
  std::string operation;
  std::optional<std::uint32_t> waits_for;  // another thread
  std::uint64_t address = 0;
  std::optional<std::uint64_t> value;
  std::uint64_t size = 0;
  bool unseen = false;   // no step of the schedule: a plain access of what failed
  std::string baseless;  // it went so without a reason: "wake-up", "exchange", "timeout"; "clock", "late"
  std::optional<std::uint32_t> event;  // of the record's graph
  std::vector<std::uint64_t> stack;    // innermost first
  std::vector<std::uint64_t> holds;    // addresses of locks
  unsigned holds_shared = 0;           // a bit each: for reading
  std::optional<std::uint8_t> order;   // of an atomic access: event::MemoryOrder
};

// Words of a stack, around an address on it.
struct CheckWindow {
  std::uint64_t address = 0, low = 0;
  std::uint32_t thread = 0;
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t>
      frames;  // return addresses of the functions the thread is in, the innermost first
};

struct CheckThread {
  std::uint64_t path = 0;  // its parent's number from 1, and which of its children it is
  std::uint64_t pointer = 0;
  std::string label;
};

struct CheckFailure {
  finding::Kind kind = finding::Kind::abort;
  std::string message;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::vector<CheckPlace> places;
  std::optional<finding::History> history;
  std::string scenario;  // of a linearizability test; "": it is none
};

// A race that the search went over (--keep-going), and the memory that it is about.
struct PassedRace {
  CheckFailure failure;
  std::vector<CheckPlace> allocations;
  std::vector<CheckWindow> windows;
};

// What --advise found.
struct CheckRecord;
struct AdvisedPart {
  std::string part;            // "order", "failure" (of a compare-exchange); "before", "after": a fence there
  std::string now, better;     // memory orders
  std::string tried;           // the next weaker one, that fails; empty: there is none
  std::string fails, message;  // how; empty: the trial did not end
  std::shared_ptr<const CheckRecord> execution;  // that fails; nullptr: it was not found again
};
struct AdvisedPlace {
  std::uint64_t pc = 0, address = 0;
  std::string kind;  // "load", "store", "modification", "fence"
  bool compares = false;
  std::vector<AdvisedPart> parts;
};
struct CheckAdvice {
  bool repairs = false, possible = false, whole = true;
  std::uint64_t trials = 0;
  std::vector<AdvisedPlace> places;
};

// How a plan was followed.
struct CheckFollowing {
  std::uint64_t passed = 0;  // steps of the plan
  bool is_over = false;      // all of them
  std::uint64_t expected = 0;
  std::vector<CheckPlace> strayed;  // where it first went another way than `expected`; none: it did not
  std::vector<CheckPlace> unknown;  // stacks whose places are to be told for the next time
};

// Of a test of a suite: which of its expectations failed, as the framework says it (expectation.h).
struct Expectation {
  std::string file;
  unsigned line = 0;
  std::string source;  // of that line: EXPECT_EQ(a, b); empty: not known
  std::vector<std::string> says;
};

struct CheckRecord {
  std::string engine;
  schedule::Wishes wishes;
  std::uint64_t check = 0;  // which of the program's checks
  std::string name;
  std::string part = {};   // of a suite's test: what it calls the check itself
  std::string tried = {};  // of a test of linearizability: which scenarios, in words
  bool replays = false;
  double seconds = 0;        // that it took, as its starter has seen it
  bool interrupted = false;  // likewise: stopped by Ctrl-C
  int status = 0;            // what heddle_check_run returned, with which the program may have ended
  std::uint64_t executions = 0, redundant = 0, steps_total = 0, identical = 0;
  double done = 0;
  double estimate = 0, estimate_error = 0;  // of how many executions there are
  std::uint64_t sampled = 0;                // executions beside the search
  std::uint64_t search_bytes = 0;
  bool is_whole = false;         // no share has another part of it, though the program is shared out
  std::string outline;           // of a share: what was shared out
  std::string places;            // likewise: where something failed without a reason (schedule/places.h)
  std::string found_by;          // the sampler
  std::string isolated_because;  // empty: executions shared a process
  bool stopped = false, repeats = false, racing = false;
  std::string bound;
  std::vector<std::string> doubts;
  std::vector<UninstrumentedCode> uninstrumented;
  std::optional<CheckFailure> failure;
  std::vector<PassedRace> passed_over;
  bool passes_over_more = false;
  std::optional<Expectation> expectation;
  std::optional<std::string> skipped;    // of a test that skipped itself: why, as it says
  std::string schedule;                  // "0 0 1 0:1": threads, and outcomes other than the first
  std::vector<std::uint64_t> racy;       // words whose plain accesses are steps of it
  std::vector<std::uint64_t> watched;    // words whose plain accesses are told, too
  std::vector<schedule::KeptRace> kept;  // races that are no failures of it
  std::vector<CheckPlace> steps;
  std::vector<CheckPlace> passing;  // steps of an execution like it that does not fail
  std::vector<CheckPlace> halted;   // where the threads were when an execution was stopped in its midst
  std::vector<CheckPlace> allocations;
  std::vector<CheckWindow> windows;
  std::vector<CheckThread> threads;
  std::optional<WitnessGraph> graph;  // of a failure under a weak memory model
  std::optional<CheckAdvice> advice;
  std::optional<CheckFollowing> following;
  std::vector<Module> modules;
  // Of a saved finding.
  compile::Source source;
  std::vector<std::string> arguments;

  std::string text;  // the line it was read from
};

bool is_saved_finding(const std::string& text);
// One line. The error names what is wrong with it, not where it is from.
base::Result<CheckRecord> read_record(const std::string& line);
// A line with all that `record.text` has, and how the program was made.
std::string saved_finding(const CheckRecord& record, const compile::Source& source,
                          const std::vector<std::string>& arguments);
// The same for a finding of another engine: whatever a replay needs.
struct OtherFinding {
  std::string engine;
  schedule::Wishes wishes;
  std::string schedule;
  finding::Kind kind = finding::Kind::abort;
  std::string message;
};
std::string saved_finding(const OtherFinding& finding, const compile::Source& source);

base::Result<std::vector<schedule::Decision>> decisions_in(const std::string& schedule);
// Who the threads of its schedule are.
std::vector<std::uint64_t> paths_of(const CheckRecord& record);

}  // namespace heddle::runtime::host
