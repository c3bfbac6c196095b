// SPDX-License-Identifier: Apache-2.0
#include "cli/project_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <sstream>

#include <CLI/Option.hpp>
#include <fmt/format.h>
#include <toml.hpp>

#include "base/read_file.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/verb.h"

namespace heddle::cli {
namespace {

using base::ErrorCode;
using base::failure;
using Words = std::vector<std::string>;
namespace files = std::filesystem;

bool takes_words_from_elsewhere(const std::string& verb) {
  return verb == "cc" || verb == "c++" || verb == "completion" || verb == "manual" || verb.starts_with("-");
}

class Project {
 public:
  Project(const CLI::App& app, const CLI::App& verb, const Words& words, std::string file)
      : app_(app), verb_(verb), words_(words), file_(std::move(file)) {}

  base::Result<void> read() {
    const auto written = base::read_file(file_);
    if (!written) return failure(written.error());
    toml::value root;
    try {
      std::istringstream stream(*written);
      root = toml::parse(stream, file_);
    } catch (const toml::exception& wrong) {
      const std::string text = wrong.what();  // "[error] what\n --> file\n …"
      const std::string first = text.substr(0, text.find('\n'));
      return failure(
          ErrorCode::malformed,
          fmt::format("this is no TOML: {}",
                      first.substr(first.rfind(": ") == std::string::npos ? 0 : first.rfind(": ") + 2)),
          where(wrong.location()));
    }
    for (const auto& [key, value] : root.as_table()) {
      if (value.is_table()) {
        if (const auto taken = take_table(key, value); !taken) return failure(taken.error());
      } else if (auto taken = take(option_name(key), key, value, nullptr); !taken) {
        return failure(taken.error());
      }
    }
    return {};
  }

  const Words& options() const { return options_; }
  const std::map<std::string, std::string>& places() const { return places_; }

 private:
  std::string where(const toml::source_location& place) const {
    return fmt::format("{}:{}", file_, place.line());
  }

  // Words that read better in a file than on the command line.
  static std::string option_name(const std::string& key) {
    if (key == "flags") return "--flag";
    if (key == "trusted") return "--trust";
    return "--" + key;
  }

  base::Result<void> take_table(const std::string& name, const toml::value& table) {
    const CLI::App* owner = name == "limits" ? nullptr : command_named(app_, name);
    if (owner == nullptr && name != "limits") {
      Words names = {"limits"};
      for (const Verb& verb : verbs()) names.emplace_back(verb.name);
      return unknown("table", name, names, table);
    }
    for (const auto& [key, value] : table.as_table()) {
      const std::string option = owner != nullptr ? option_name(key) : "--limit-" + key;
      if (auto taken = take(option, key, value, owner); !taken) return taken;
    }
    return {};
  }

  base::Result<void> unknown(const char* what, const std::string& name, const Words& known,
                             const toml::value& value) const {
    const std::string meant = nearest(name, known);
    return failure(ErrorCode::malformed,
                   fmt::format("there is no {} `{}`{}", what, name,
                               meant.empty() ? "" : fmt::format(", did you mean `{}`?", meant)),
                   where(value.location()));
  }

  static void add_names(const CLI::App& app, Words& names) {
    for (const HelpRow& row : help_rows(app))
      for (const std::string& flag : row.flags)
        if (flag.starts_with("--")) names.push_back(flag.substr(2));
  }

  // `owner`: the command that the option is for; null: each that has it.
  base::Result<void> take(const std::string& option, const std::string& key, const toml::value& value,
                          const CLI::App* owner) {
    bool is_known = false;
    Words names = {"flags", "trusted"};
    for (const CLI::App* verb : app_.get_subcommands([](const CLI::App*) { return true; })) {
      if (owner != nullptr && verb != owner) continue;
      is_known |= verb->get_option_no_throw(option) != nullptr;
      add_names(*verb, names);
    }
    if (option == "--limit-" + key) {  // a key of [limits]
      std::erase_if(names, [](std::string& name) {
        if (!name.starts_with("limit-")) return true;
        name = name.substr(6);
        return false;
      });
    }
    if (!is_known && owner == nullptr && is_option_of_any("--limit-" + key))
      return failure(ErrorCode::malformed, fmt::format("`{}` belongs under [limits]", key),
                     where(value.location()));
    if (!is_known) return unknown("option", key, names, value);
    // Nothing would be looked at, and the exit status be 0.
    for (const char* typed : {"--help", "--help-all", "--list-tests", "--test", "--show", "--gdb", "--dap"})
      if (option == typed)
        return failure(ErrorCode::malformed, fmt::format("{} is for the command line", typed),
                       where(value.location()));
    const CLI::Option* found =
        owner == nullptr || owner == &verb_ ? verb_.get_option_no_throw(option) : nullptr;
    if (found == nullptr) return {};
    const bool adds = option == "--flag" || option == "--trust";
    if (!adds && is_given(*found)) return {};
    places_.emplace(option, where(value.location()));
    const bool is_flag = found->get_items_expected_max() == 0;
    if (value.is_array()) {
      for (const toml::value& each : value.as_array())
        if (auto added = add(option, each, is_flag); !added) return added;
      return {};
    }
    return add(option, value, is_flag);
  }

  bool is_option_of_any(const std::string& option) const {
    const auto verbs = app_.get_subcommands([](const CLI::App*) { return true; });
    return std::any_of(verbs.begin(), verbs.end(),
                       [&](const CLI::App* verb) { return verb->get_option_no_throw(option) != nullptr; });
  }

  bool is_given(const CLI::Option& option) const {
    for (const std::string& word : words_) {
      if (word == "--") return false;
      const std::string name = word.substr(0, word.find('='));
      if (name.starts_with("-") && option.check_name(name)) return true;
    }
    return false;
  }

  base::Result<void> add(const std::string& option, const toml::value& value, bool is_flag) {
    if (value.is_boolean() != is_flag)
      return failure(ErrorCode::malformed,
                     fmt::format("{}: expected {}", option.substr(2),
                                 is_flag ? "true or false" : "text, a number, or a list of them"),
                     where(value.location()));
    if (is_flag) {
      if (value.as_boolean()) options_.push_back(option);
      return {};
    }
    if ((option == "--flag" || option == "--trust") && !value.is_string())
      return failure(
          ErrorCode::malformed,
          fmt::format("{}: expected text, or a list of texts", option == "--flag" ? "flags" : "trusted"),
          where(value.location()));
    // What is beyond 64 bits is read as the last number within.
    if (value.is_integer() && (value.as_integer() == std::numeric_limits<std::int64_t>::max() ||
                               value.as_integer() == std::numeric_limits<std::int64_t>::min()))
      return failure(ErrorCode::malformed, fmt::format("{}: the number is too large", option.substr(2)),
                     where(value.location()));
    std::string text;
    if (value.is_string())
      text = value.as_string().str;
    else if (value.is_integer())
      text = fmt::format("{}", value.as_integer());
    else if (value.is_floating())
      text = fmt::format("{}", value.as_floating());
    else
      return failure(ErrorCode::malformed, "expected text, a number, or a list of them",
                     where(value.location()));
    if (option == "--suppressions" || option == "--compile-commands")
      text = (files::path(file_).parent_path() / text).string();
    options_.push_back(option + "=" + text);
    return {};
  }

  const CLI::App& app_;
  const CLI::App& verb_;
  const Words& words_;
  const std::string file_;
  Words options_;
  std::map<std::string, std::string> places_;
};

}  // namespace

std::string project_file() {
  if (const char* named = std::getenv("HEDDLE_PROJECT")) return std::string(named) == "none" ? "" : named;
  std::error_code error;
  for (files::path at = files::current_path(error); !error; at = at.parent_path()) {
    if (files::exists(at / ".heddle.toml", error)) return (at / ".heddle.toml").string();
    error.clear();
    if (at == at.parent_path()) break;
  }
  return "";
}

base::Result<ProjectWords> with_project(Words words, const CLI::App& app, const std::string& file) {
  const auto program = std::find(words.begin(), words.end(), "--");
  const bool asks_for_help = std::any_of(words.begin(), program, [](const std::string& word) {
    return word == "--help" || word == "-h" || word == "--help-all";
  });
  const bool has_none =
      file.empty() || words.empty() || asks_for_help || takes_words_from_elsewhere(words[0]);
  const CLI::App* verb = has_none ? nullptr : command_named(app, words[0]);
  if (verb == nullptr) return ProjectWords{std::move(words), {}};
  Project project(app, *verb, words, file);
  if (const auto right = project.read(); !right) return failure(right.error());
  const Words options = project.options();
  const auto places = project.places();
  words.insert(words.begin() + 1, options.begin(), options.end());
  return ProjectWords{std::move(words), places};
}

}  // namespace heddle::cli
