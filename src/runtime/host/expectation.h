// SPDX-License-Identifier: Apache-2.0
// Which expectation of a test failed, and what its framework says of it. The process under control knows only that the
// test failed: by the program's status, or because the framework says so when it is asked. What the framework prints
// says where and how. So the failing schedule is run once more, what it prints is caught, and the first failure in it
// is taken. That a test skipped itself only the framework knows, and it is asked in the same way.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/host/check_record.h"
#include "runtime/host/controlled_run.h"
#include "runtime/host/symbols.h"
#include "runtime/host/test_suite.h"

namespace heddle::runtime::host {

// The first failure that the framework prints; none: it printed none.
std::optional<Expectation> expectation_in(Framework framework, const std::string& output);

// Adds it to a record of a failure that can be one. `run` is how the check was run.
void add_expectation(Framework framework, const ControlledRun& run, CheckRecord& record);

// Why the framework says that this test skipped itself; none: it says no such thing.
std::optional<std::string> skip_in(Framework framework, const std::string& output, const std::string& test);
// Likewise, in the file that arguments_to_write asks for.
std::optional<std::string> skip_written(Framework framework, const std::string& xml, const std::string& test);
std::string skip_words(const std::string& test, const std::string& why);
// Adds it to the record of a whole test that has one schedule: one that skips itself does nothing else.
void add_skip(Framework framework, const ControlledRun& run, CheckRecord& record);

// Whether a function, by its name as people read it, is one of a test framework.
bool is_framework_function(const std::string& name);
bool is_framework_file(const std::string& path);  // a header or a library of one

// Of each step whether it is what a framework does around its tests, which is none of the test's. Its expectations look at
// what the test changes: those are the test's.
std::vector<bool> framework_steps(const std::vector<CheckPlace>& places, Symbols& symbols);
// Of the first `count` steps the first and the last at a line of the program: how a process begins and ends is nobody's.
std::pair<std::size_t, std::size_t> of_the_program(const std::vector<finding::Step>& steps,
                                                   std::size_t count);

// Where and what the framework says, instead of how the program ended.
void tell_expectation(const Expectation& expectation, finding::Finding& finding);

}  // namespace heddle::runtime::host
