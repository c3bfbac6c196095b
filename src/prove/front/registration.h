// SPDX-License-Identifier: Apache-2.0
// Operations that are named on the command line: what HEDDLE_STACK, HEDDLE_QUEUE, HEDDLE_SET and HEDDLE_INIT say in a file
// is put behind the text of one that does not say it. The members of a class, which may be one of a template, become
// functions that are given the object, and its constructor is the initial function.
#pragma once

#include <string>
#include <vector>

namespace heddle::prove {

struct Registration {
  std::string type;  // of the object, as C++ writes it; empty: the operations are functions
  std::vector<std::string> operations;  // two, or three of a set; empty: the file says it all
  std::string init;                     // a function; empty: none, or the constructor
  bool is_stack = false;                // else, with two operations, a queue
};

// Where errors in what was put behind it are said to be.
inline constexpr const char* kCommandLine = "<the command line>";

// The text to compile; lines are those of the file.
std::string with_registration(const std::string& text, const std::string& file, const Registration& given);

}  // namespace heddle::prove
