// SPDX-License-Identifier: Apache-2.0
// Findings the user does not want to see. A file with one rule a line, `#` starts a comment:
//
//   data-race function:log_*          a frame of either stack is in this function
//   data-race file:third_party/*      … in this file
//   any       library:libfoo          … in this shared library
//   deadlock  variable:global_lock    the variable or lock
//
// The first word is the kind of finding, or `any`. `*` stands for any text; a pattern need not match from the
// start of a path, but it matches whole words.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "finding/finding.h"

namespace heddle::finding {

class Suppressions {
 public:
  // The names of the shared libraries in which a place of a finding is.
  using LibrariesOf = std::function<std::vector<std::string>(const event::Location& place)>;

  // An error names the line and what was expected.
  static base::Result<Suppressions> read(const std::string& path);
  static base::Result<Suppressions> parse(const std::string& text, const std::string& name);

  bool covers(const Finding& finding, const LibrariesOf& libraries_of) const;
  // Takes out what is covered; how many.
  std::size_t apply(std::vector<Finding>& findings, const LibrariesOf& libraries_of) const;

 private:
  enum class Where { function, file, library, variable };
  struct Rule {
    std::string kind;  // "any", or as in reports
    Where where = Where::function;
    std::string pattern;
  };
  std::vector<Rule> rules_;
};

// Whether `text` contains, or from its start is, the pattern.
bool matches(const std::string& pattern, const std::string& text);

// Frames of the standard library say little where there are others. Suppressions may name them: afterwards.
void leave_out_library_frames(std::vector<Finding>& findings);

}  // namespace heddle::finding
