// SPDX-License-Identifier: Apache-2.0
// Findings → what a person or another tool reads. A reporter is a function from a Report to text; all of them
// stand in one table (reporters.cpp).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "finding/finding.h"

namespace heddle::report {

struct Style {
  bool colour = false;        // ANSI colours
  bool quote_sources = true;  // show the source lines that steps name, where the files can be read
};

struct Reporter {
  std::string_view name;         // "json": what --format takes
  std::string_view description;  // one line for the help
  std::string (*format)(const finding::Report& report, const Style& style);
};
std::span<const Reporter> reporters();
const Reporter* reporter_named(std::string_view name);  // nullptr if there is none

std::string format_text(const finding::Report& report, const Style& style);
std::string format_json(const finding::Report& report, const Style& style);
std::string format_sarif(const finding::Report& report, const Style& style);

std::string_view version();  // of heddle

}  // namespace heddle::report
