// SPDX-License-Identifier: Apache-2.0
// A schedule for a terminal: one row a step, the location first, then one column a thread. Where that is wider than
// the terminal it is a list that names the thread in each row. What repeats and what one thread does alone for long is
// one row, unless all of it is asked for; the steps that make the failure always have rows of their own.
#pragma once

#include <string>
#include <vector>

#include "finding/finding.h"
#include "report/reporter.h"
#include "report/source_lines.h"

namespace heddle::report {

// Lines without an end; empty if there are no steps.
std::vector<std::string> schedule_lines(const finding::Finding& finding, const Style& style,
                                        SourceLines& sources);

std::size_t columns_of(std::string_view text);  // that UTF-8 takes on a terminal
std::string cut_to(std::string_view text, std::size_t columns,
                   const Style& style);  // with an ellipsis where it is cut
// Lines of words; a word that is longer than a line is cut wherever the line ends. `from` columns are used already.
std::string broken(const std::string& text, std::size_t indent, std::size_t from, std::size_t width);
std::string step_words(const finding::Step& step);  // "write x = 1"

}  // namespace heddle::report
