// SPDX-License-Identifier: Apache-2.0
// A program that is a test suite: which framework it is made with, which tests it has, and the arguments that run one
// of them alone. Each test can then be checked by itself: the schedules of two tests that run one after the other
// multiply, and a finding should name its test.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle::runtime::host {

enum class Framework { googletest, catch2, catch3, doctest, boost };  // catch3: Catch2 from version 3 on

// By what stands in the file; none if it is of no framework that is known.
std::optional<Framework> framework_of(const std::string& program);

// The names in what the framework prints when it lists its tests.
std::vector<std::string> tests_in(Framework framework, const std::string& listing);

// The tests of a program, in their order, without those that are disabled. Runs the program.
base::Result<std::vector<std::string>> list_tests(Framework framework, const std::string& program);

// Arguments with which the program runs this test alone, and ends it at the first assertion that fails.
std::vector<std::string> arguments_for(Framework framework, const std::string& test);
// Arguments with which it writes what became of the test to a file, beside what it prints (skip_written in
// expectation.h reads it); none: its tests cannot skip themselves, or that is written elsewhere already.
std::vector<std::string> arguments_to_write(Framework framework, const std::string& file);
// Those that every run needs, whichever tests it runs: assertions that fail end the test.
std::vector<std::string> arguments_for_all(Framework framework);

}  // namespace heddle::runtime::host
