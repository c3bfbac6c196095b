// SPDX-License-Identifier: Apache-2.0
// --suppressions for `heddle check`. A check ends at its first failure, so leaving a finding out is not enough: what the
// other schedules show would not be known.
//
// After a data race the search goes on. It is run again with that pair of places no failure, its accesses explored as if
// they were atomic, under sequential consistency, until no suppressed race is left. A pair of places says more than a
// rule only if the rule is about these places themselves: a rule about a caller or a variable may not cover a race of the
// same two places elsewhere, which then is a doubt. What a library does is the doing of the program's function that called it,
// and its place has those callers. After any other suppressed failure the search is over, and that is
// the doubt. So a suppressed finding never makes a verdict clean that is not.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "finding/suppressions.h"
#include "runtime/host/check_record.h"
#include "runtime/host/controlled_run.h"
#include "runtime/host/symbols.h"

namespace heddle::cli {

class CheckSuppressions {
 public:
  explicit CheckSuppressions(const finding::Suppressions& rules) : rules_(rules) {}

  // Runs it, and again without the races that the rules cover.
  base::Result<runtime::host::ControlledResult> run(runtime::host::ControlledRun& run);

  bool ended_a_search() const { return ended_; }  // the last run: at a finding that was left out
  void add_to(finding::Report& report) const;

 private:
  enum class Cover { none, vaguely, by_place };
  // Down to the innermost function of the program's own: what libraries do there is its doing.
  static schedule::KeptPlace place_in(const std::vector<std::uint64_t>& stack,
                                      runtime::host::Symbols& symbols);
  Cover cover(const runtime::host::CheckRecord& record);
  bool leaves_out_race(runtime::host::ControlledRun& run, const runtime::host::CheckRecord& record);
  void leave_out(runtime::host::CheckRecord& record);
  void note(const std::string& message);

  const finding::Suppressions& rules_;
  std::vector<std::string> messages_;      // of the findings that were left out
  bool is_vague_ = false, ended_ = false;  // of the run under way
};

}  // namespace heddle::cli
