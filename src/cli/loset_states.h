// SPDX-License-Identifier: Apache-2.0
// heddle states --locks intervals: the states of a recording in which locks may change hands in another
// order, and which classes one of them is in.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "cli/verb.h"
#include "finding/finding.h"

namespace heddle::cli {

struct LosetOptions {
  std::string which = "reachable";
  std::string state;  // "3,0,7"; empty: none
  bool explain = false;
  bool normal_form = false;
};
// --class, --state, --explain, --normal-form.
void add_loset_options(CLI::App& app, LosetOptions& options);

struct LosetRequest {
  std::string trace;
  bool lenient = false;
  bool list = false;  // else count
  std::string algorithm = "auto";
  unsigned jobs = 1;        // 0: all cores
  bool free_last = true;    // the order of the threads as digits: process_order.h, or as in the trace
  bool words = true;        // what is told of one state goes to standard output, else into the statistics
  std::uint64_t limit = 0;  // states to list; 0: all
  std::size_t diagram_bytes = std::size_t{1} << 30;
  std::function<bool()> stop;  // asked now and then: true ends the work
};
// Text for people goes to standard output; all that a report says is in it.
base::Result<finding::Report> loset_states(const LosetRequest& request, const LosetOptions& options);

}  // namespace heddle::cli
