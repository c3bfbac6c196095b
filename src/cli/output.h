// SPDX-License-Identifier: Apache-2.0
// --format, --output and --colour, the same on every command that yields findings.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/verb.h"
#include "finding/finding.h"

namespace heddle::cli {

struct OutputOptions {
  std::string format = "text";
  std::string output = "-";
  std::string colour = "auto";
};
void add_output_options(CLI::App& app, OutputOptions& options);

// Writes the report where it belongs and yields the exit status its outcome has.
base::Result<int> deliver(const finding::Report& report, const OutputOptions& options);

// Writes `text` to a file, or to standard output for "-". A file appears whole or not at all.
base::Result<void> write_output(const std::string& path, const std::string& text);

// The statistics every command ends with: wall-clock seconds since `start`, and the peak of resident memory.
class Stopwatch {
 public:
  Stopwatch();
  void add_to(finding::Report& report) const;
  double seconds() const;

 private:
  double start_;
};

}  // namespace heddle::cli
