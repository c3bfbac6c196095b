// SPDX-License-Identifier: Apache-2.0
#include "cli/resumed_command.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <CLI/Option.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/read_file.h"
#include "cli/help.h"
#include "cli/verb.h"
#include "schedule/checkpoint_command.h"

namespace heddle::cli {
namespace {

using base::ErrorCode;
using base::failure;
using Words = std::vector<std::string>;

constexpr std::size_t kLongestCommand = std::size_t{1} << 20;

// The option that a word is; null: none. `is_whole`: its value is not the next word.
const CLI::Option* option_of(const CLI::App& verb, const std::string& word, bool& is_whole) {
  is_whole = true;
  if (word.size() < 2 || word[0] != '-') return nullptr;
  const std::size_t end = word[1] == '-' ? word.find('=') : std::min<std::size_t>(2, word.size());
  const CLI::Option* option = verb.get_option_no_throw(word.substr(0, end));
  is_whole = option == nullptr || option->get_expected_max() == 0 || (end < word.size());
  return option;
}

// Each option with its value, and whatever else there is, in order; what stands behind `--` is left alone.
template <class Visit>
void each_of(const CLI::App& verb, const Words& words, const Visit& visit) {
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    bool is_whole = true;
    const CLI::Option* option = option_of(verb, words[i], is_whole);
    Words part = {words[i]};
    if (!is_whole && i + 1 < words.size()) part.push_back(words[++i]);
    visit(option, part);
  }
}

base::Result<Words> command_of(const std::string& path) {
  if (std::error_code none; std::filesystem::is_directory(path, none))
    return failure(ErrorCode::usage, "it is a directory; a checkpoint was expected", path);
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return failure(ErrorCode::not_found, fmt::format("cannot open it: {}", std::strerror(errno)), path);
  std::string text(kLongestCommand, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  Words words = schedule::command_in(text);
  if (words.size() < 2)
    return failure(ErrorCode::malformed, "it is no checkpoint of `heddle check`, or was damaged", path);
  return words;
}

// What may be another than it was when the checkpoint was made: limits, and where and how it is told.
bool may_differ(const CLI::Option& option) {
  static const std::set<std::string> names = {
      "--engine",        "--resume",       "--checkpoint",   "--checkpoint-seconds",
      "--limit-seconds", "--limit-states", "--limit-memory", "--executions",
      "--statistics",    "--jobs",         "--as-found",     "--show-output",
      "--limit-silence", "--share-after",  "--save",         "--replace-saved",
      "--suppressions",  "--trust",        "--format",       "--output",
      "--colour",        "--full",         "--source-root",  "--list-tests"};
  return names.contains(option.get_name());
}

// What was typed: the values of each option, and the program.
struct Typed {
  std::map<const CLI::Option*, Words> options;
  Words program;
};
Typed typed(const CLI::App& verb, const Words& words) {
  Typed all;
  each_of(verb, words, [&](const CLI::Option* option, const Words& part) {
    if (option == nullptr) {
      all.program.push_back(part[0]);
      return;
    }
    const std::size_t end =
        part[0].starts_with("--") ? std::min(part[0].find('='), part[0].size() - 1) + 1 : 2;
    all.options[option].push_back(part.size() > 1                   ? part[1]
                                  : option->get_expected_max() == 0 ? ""
                                                                    : part[0].substr(end));
  });
  return all;
}

base::Result<void> differs(const std::string& how, const std::string& path) {
  return failure(ErrorCode::usage,
                 fmt::format("it was made {}, and what is left of a search goes on as it began", how), path);
}

// What is typed with --resume is as it was: else the search would not be the one that is gone on with. Of another program
// the search itself tells; what it may have raised by itself need not be typed again.
base::Result<void> check_options(const Typed& now, const Typed& then, const std::string& path) {
  if (!now.program.empty() && now.program != then.program) return {};
  const auto with = [](const CLI::Option& option, const Words& values) {
    return fmt::format("with {}{}", option.get_name(),
                       values.front().empty() ? "" : fmt::format(" {}", fmt::join(values, " ")));
  };
  for (const auto& [option, given] : now.options) {
    if (may_differ(*option)) continue;
    const auto at = then.options.find(option);
    const Words usual = {option->get_default_str()};
    const bool is_flag = option->get_expected_max() == 0;
    if (at != then.options.end() ? given == at->second : !is_flag && given == usual) continue;
    const bool was_given = at != then.options.end() || (!is_flag && !usual.front().empty());
    return differs(was_given ? with(*option, at != then.options.end() ? at->second : usual)
                             : "without " + option->get_name(),
                   path);
  }
  for (const auto& [option, values] : then.options) {
    const std::string name = option->get_name();
    const bool is_raised = name == "--spurious" || name == "--timeouts" || name == "--late";
    if (now.program.empty() || may_differ(*option) || is_raised || now.options.contains(option)) continue;
    if (values != Words{option->get_default_str()}) return differs(with(*option, values), path);
  }
  return {};
}

// What stands behind `--`.
Words arguments_in(const Words& words) {
  const auto begin = std::find(words.begin(), words.end(), "--");
  return {begin == words.end() ? begin : begin + 1, words.end()};
}

base::Result<void> check_arguments(const Words& now, const Words& then, const std::string& path) {
  const Words before = arguments_in(then);
  if (std::find(now.begin(), now.end(), "--") == now.end() || arguments_in(now) == before) return {};
  return differs(before.empty() ? "without arguments of the program"
                                : fmt::format("with the arguments `{}`", fmt::join(before, " ")),
                 path);
}

}  // namespace

std::string command_for_checkpoint() {
  Words words;
  const auto text = base::read_file("/proc/self/cmdline");
  if (!text) return "";
  for (std::size_t at = text->find('\0') + 1; at != 0 && at < text->size();) {
    const std::size_t end = std::min(text->find('\0', at), text->size());
    words.push_back(text->substr(at, end - at));
    at = end + 1;
  }
  return schedule::command_part(words);
}

base::Result<Words> command_to_resume(const Words& words, const CLI::App& app) {
  const CLI::App* verb = words.empty() ? nullptr : command_named(app, words[0]);
  if (verb == nullptr || words[0] != "check") return Words{};
  std::string path;
  std::set<const CLI::Option*> given;
  const CLI::Option* resume = verb->get_option_no_throw("--resume");
  bool names_program = false;
  each_of(*verb, words, [&](const CLI::Option* option, const Words& part) {
    given.insert(option);
    names_program |= option == nullptr || option->get_name() == "--compile-commands";
    if (option == resume)
      path = part.size() > 1 ? part[1] : part[0].substr(std::min(part[0].find('=') + 1, part[0].size()));
  });
  if (path.empty()) return Words{};
  const auto told = command_of(path);
  if (!told && names_program) return Words{};  // whoever reads the rest of it says more
  if (!told) return failure(told.error());
  const Words& then = *told;
  if (then[0] != words[0])
    return failure(ErrorCode::malformed, fmt::format("it is a checkpoint of `heddle {}`", then[0]), path);
  if (const auto fits = check_options(typed(*verb, words), typed(*verb, then), path); !fits)
    return failure(fits.error());
  if (const auto fits = check_arguments(words, then, path); !fits) return failure(fits.error());
  if (names_program) return Words{};
  for (const char* limit : {"--resume", "--limit-seconds", "--limit-states", "--executions"})
    given.insert(verb->get_option_no_throw(limit));
  Words all = {then[0]};
  each_of(*verb, then, [&](const CLI::Option* option, const Words& part) {
    if (option == nullptr || !given.contains(option)) all.insert(all.end(), part.begin(), part.end());
  });
  all.insert(all.end(), words.begin() + 1, std::find(words.begin(), words.end(), "--"));
  all.insert(all.end(), std::find(then.begin(), then.end(), "--"), then.end());
  return all;
}

int begin_anew(const char* name, const Words& words) {
  std::vector<char*> arguments = {const_cast<char*>(name)};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv("/proc/self/exe", arguments.data());
  fmt::print(stderr, "heddle: cannot begin anew: {}\n", std::strerror(errno));
  return static_cast<int>(ExitStatus::bad_input);
}

}  // namespace heddle::cli
