// SPDX-License-Identifier: Apache-2.0
// One line on a terminal that tells how far long work has come; silent in a pipe. And Ctrl-C as a polite
// request.
#pragma once

#include <cstdint>
#include <string>

#include "trace/trace.h"

namespace heddle::cli {

// From the first call on, the first Ctrl-C (SIGINT, SIGTERM or SIGHUP) only sets this; the second ends the process.
bool interrupted();

class Progress {
 public:
  // `unit` is what is counted: "events".
  explicit Progress(std::string unit);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Whether show() would draw, which it does a few times a second: for those whose share costs more to find.
  bool due() const;
  // `done_share` of the work in [0, 1] where it is known, else negative. Cheap if nothing is due.
  void show(std::uint64_t count, double done_share = -1, const std::string& detail = "");

 private:
  void draw(std::uint64_t count, double done_share, const std::string& detail, double elapsed);

  std::string unit_;
  bool visible_;
  bool drawn_ = false;
  double start_;
  double next_;
};

// For Progress: how much of a trace has been read.
double share_read(const trace::TraceReader& reader);

}  // namespace heddle::cli
