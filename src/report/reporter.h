// SPDX-License-Identifier: Apache-2.0
// Findings → what a person or another tool reads. A reporter is a function from a Report to text; all of them
// stand in one table (reporters.cpp).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "finding/finding.h"

namespace heddle::report {

struct Style {
  bool colour = false;        // ANSI colours
  bool quote_sources = true;  // show the source lines that steps name, where the files can be read
  bool unicode = true;        // else ASCII alone, but for what is quoted
  bool full = false;          // schedules step by step, however long
  std::size_t width = 100;    // columns of the terminal
  bool wraps = false;         // long sentences too: it is a terminal, or one was named
  std::string source_root;    // SARIF: what names of files are relative to; empty: the working directory
};

struct Reporter {
  std::string_view name;         // "json": what --format takes
  std::string_view description;  // one line for the help
  std::string (*format)(const finding::Report& report, const Style& style);
  std::string_view ending;  // of a file's name, "json": where it is enough to say so; "": it is not
};
std::span<const Reporter> reporters();
const Reporter* reporter_named(std::string_view name);      // nullptr if there is none
const Reporter* reporter_by_ending(std::string_view file);  // what its name says; nullptr: nothing

// The last line of the text alone: "1 data race · 2 executions · 0.4 s".
std::string verdict_line(const finding::Report& report, const Style& style);
std::string format_text(const finding::Report& report, const Style& style);
std::string format_json(const finding::Report& report, const Style& style);
std::string format_sarif(const finding::Report& report, const Style& style);
std::string format_junit(const finding::Report& report, const Style& style);
std::string format_chrome_trace(const finding::Report& report, const Style& style);
std::string format_html(const finding::Report& report, const Style& style);

// The inverse of format_json, without pictures; the error names what is wrong with the text, not where it is from.
base::Result<finding::Report> read_json(const std::string& text);

// Of the JSON report (doc/report.schema.json): a new number when an old reader would misunderstand it.
inline constexpr int kSchemaVersion = 1;

std::string_view version();  // of heddle

}  // namespace heddle::report
