// SPDX-License-Identifier: Apache-2.0
// What one check came to, as the process under control wrote it down (schedule/wire.h), and the finding that is saved
// for `heddle replay`: the same record and how the program was made. Addresses are of that process; `modules` says what
// was loaded where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compile/build.h"
#include "finding/finding.h"
#include "runtime/host/uninstrumented.h"
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
  std::vector<std::uint64_t> stack;  // innermost first
};

struct CheckFailure {
  finding::Kind kind = finding::Kind::abort;
  std::string message;
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::vector<CheckPlace> places;
};

struct CheckRecord {
  std::string engine;
  schedule::Wishes wishes;
  std::uint64_t check = 0;  // which of the program's checks
  std::string name;
  bool replays = false;
  std::uint64_t executions = 0, redundant = 0, transitions = 0, identical = 0;
  double done = 0;
  bool stopped = false, repeats = false, racing = false;
  std::string bound;
  std::vector<std::string> doubts;
  std::vector<UninstrumentedCode> uninstrumented;
  std::optional<CheckFailure> failure;
  std::string schedule;             // "0 0 1 0:1": threads, and outcomes other than the first
  std::vector<std::uint64_t> racy;  // words whose plain accesses are steps of it
  std::vector<CheckPlace> steps;
  std::vector<Module> modules;
  // Of a saved finding.
  compile::Source source;
  std::vector<std::string> arguments;

  std::string text;  // the line it was read from
};

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

}  // namespace heddle::runtime::host
