// SPDX-License-Identifier: Apache-2.0
// --format, --output, --colour and what else the reports have, the same on every command that yields findings.
// A finding is never lost: where it cannot be written is found out before the work, and what happens during it is
// answered by writing the report to standard output, and a schedule to a directory for temporary files.
#pragma once

#include <string>

#include <CLI/Error.hpp>
#include <CLI/Validators.hpp>

#include "base/result.h"
#include "cli/verb.h"
#include "finding/finding.h"
#include "report/reporter.h"

namespace heddle::cli {

struct OutputOptions {
  std::string format = "text";
  std::string output = "-";
  std::string colour = "auto";
  std::string source_root;
  bool full = false;

  bool wants_pictures() const { return format == "html" || format == "json"; }
  bool is_text() const { return format == "text"; }
  // The report alone is on standard output: what the program prints goes elsewhere.
  bool takes_standard_output() const { return !is_text() && output == "-"; }
};
void add_output_options(CLI::App& app, OutputOptions& options);

// Writes the report where it belongs and yields the exit status its outcome has.
base::Result<int> deliver(const finding::Report& report, const OutputOptions& options);

// How text is written to this descriptor.
report::Style style_for(const OutputOptions& options, int descriptor);
int exit_status_of(const finding::Report& report);

// A message on standard error, in lines as wide as a terminal is.
void tell(const std::string& text);

// Gives the file of this name, if there is one, a number: what is written next under a name that nobody typed is new.
void keep_what_stood(const std::string& path);

// A finding for `heddle replay`. One that was saved under this name before gets a number. Where it was written; if it
// could not be there, in the directory for temporary files, and the user is told.
std::string save_finding(const std::string& path, const std::string& text);

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
