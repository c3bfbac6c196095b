// SPDX-License-Identifier: Apache-2.0
// heddle check of a compiled program: as a whole, its heddle::check calls, or each test of a suite by itself.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/verb.h"
#include "cluster/job.h"
#include "compile/build.h"
#include "finding/finding.h"
#include "finding/suppressions.h"
#include "schedule/wishes.h"

namespace heddle::cli {

// One test of a suite.
struct TestOptions {
  std::string test;   // empty: all of them
  bool list = false;  // only print their names
};
void add_test_options(CLI::App& app, TestOptions& options);

struct NativeCheck {
  compile::Source source;
  std::vector<std::string> arguments;
  schedule::Wishes wishes;
  TestOptions tests;
  std::vector<std::string> trusted;  // --trust
  const finding::Suppressions* suppressions = nullptr;
  bool output_aside = false;    // standard output is the report's
  cluster::Job* job = nullptr;  // whose ranks do it together
  std::string save;  // the file for the first finding; others get its name and theirs; empty: none is saved
};
// Saves what fails. An Error: nothing could be checked.
base::Result<finding::Report> check_native(const NativeCheck& check);

// The names of the tests of a program, one a line, to standard output.
base::Result<int> print_tests(const compile::Source& source);
// The arguments that run one test of a program; an error names the nearest. What becomes of the test is written to the
// file `outcome`, if there is to be one.
base::Result<std::vector<std::string>> arguments_of_test(const std::string& program, const std::string& test,
                                                         const std::string& outcome);
// Says in the report that the test skipped itself, if the file says so.
void add_skip_of_test(const std::string& program, const std::string& test, const std::string& outcome,
                      finding::Report& report);

}  // namespace heddle::cli
