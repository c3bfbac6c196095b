// SPDX-License-Identifier: Apache-2.0
// What a command tells of itself: on the terminal, as a manual page, and to the shells that complete it. All of it from
// the same tables: the verbs (verbs.cpp) and the options that CLI11 knows.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "cli/verb.h"

namespace heddle::cli {

// An option as people see it.
struct HelpRow {
  std::string names;                // "--output,-o FILE"
  std::vector<std::string> flags;   // "--output", "-o"
  std::string text;                 // with its default
  std::vector<std::string> values;  // that it may have; empty: any
  bool takes_value = false;
  bool is_basic = false;
  std::string group;
};
// The options of a verb in the order of its file, hidden ones left out.
std::vector<HelpRow> help_rows(const CLI::App& app);

// What the first word that is no option may be; empty: anything.
std::vector<std::string> positional_values(const CLI::App& app);

const CLI::App* command_named(const CLI::App& app, const std::string& name);  // null: none
const Verb* verb_of(const CLI::App& app);  // none: heddle itself, or a command inside a verb
std::string path_of(const CLI::App& app);  // "heddle trace info"
std::string usage_of(const CLI::App& app);

// In 80 columns; `all`: expert options too.
std::string help_text(const CLI::App& app, bool all);
// A page in roff, section 1, for heddle or one of its verbs.
std::string manual_page(const CLI::App& app, const std::string& version);
// A script for bash, zsh or fish.
std::string completion_script(const CLI::App& app, const std::string& shell);

// The text in lines of at most so many columns, each line but the first after `indent` blanks.
std::string wrapped(const std::string& text, std::size_t columns, std::size_t indent);

}  // namespace heddle::cli
