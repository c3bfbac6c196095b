// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <regex>
#include <sstream>
#include <string_view>

#include <CLI/Option.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "base/read_file.h"
#include "cli/help.h"
#include "cli/verb.h"
#include "compile/bitcode.h"
#include "compile/compiler.h"
#include "runtime/host/check_record.h"

namespace heddle::cli {
namespace {

using base::ErrorCode;
using base::failure;
using Words = std::vector<std::string>;

// Letters put in, left out, changed or exchanged with their neighbour.
std::size_t changes(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> table(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  std::iota(table[0].begin(), table[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    table[i][0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1,
                              table[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  }
  return table[from.size()][to.size()];
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// `heddle help` is `heddle --help`; of a command that there is, main tells. All commands are of one version.
Words without_help_verb(Words words) {
  if (words.empty()) return words;
  if (is_one_of(words[0], {"version", "-v", "-V", "-version"})) words[0] = "--version";
  if (words.size() == 2 && words[1] == "--version" && !is_one_of(words[0], {"cc", "c++"}))
    words = {"--version"};
  if (words[0] == "--help-all") words[0] = "--help";
  if (words[0] != "help") return words;
  if (words.size() == 2 && words[1] == "help") words.pop_back();
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

// What cannot be looked at (a ring of links, say) is neither: who opens it says why.
bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}
bool is_folder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

base::Result<void> check_verb(const std::string& word, const CLI::App& app) {
  if (command_named(app, word) != nullptr) return {};
  if (word.starts_with("-")) {
    if (is_one_of(word, {"--help", "-h", "--version"})) return {};
    const std::string meant = nearest(word, {"--help", "--version"});
    return failure(ErrorCode::usage,
                   fmt::format("there is no option {}{} A command comes first (`heddle help` lists them)",
                               word, meant.empty() ? "." : fmt::format(", did you mean {}?", meant)));
  }
  if (compile::is_source(word) || is_file(word))
    return failure(
        ErrorCode::usage,
        fmt::format("which command? `heddle run {0}` watches one run of it, `heddle check {0}` tries "
                    "every schedule",
                    word));
  Words names = {"help", "version"};
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  const std::string meant = nearest(word, names);
  return failure(ErrorCode::usage,
                 fmt::format("there is no command `{}`{} (`heddle help` lists them)", word,
                             meant.empty() ? "" : fmt::format(", did you mean `{}`?", meant)));
}

// The options that this verb has, with their dashes.
Words option_names(const CLI::App& app) {
  Words names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

bool is_elf(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  char first[4] = {};
  stream.read(first, sizeof first);
  return std::string_view(first, sizeof first) == "\177ELF";
}

// What reads a trace gets source code, a program or a directory.
base::Result<void> check_trace(const std::string& command, const std::string& file) {
  const bool is_source = compile::is_source(file) && is_file(file);
  if (is_source || is_elf(file))
    return failure(ErrorCode::usage,
                   fmt::format("it is {1}, and `{0}` reads a recorded execution. Record one first:\n"
                               "  heddle run --record trace.hdl {2}\n  {0} trace.hdl",
                               command, is_source ? "source code" : "a program", file),
                   file);
  if (is_folder(file)) return failure(ErrorCode::usage, "it is a directory; a trace file was expected", file);
  if (const auto text = file.ends_with(".json") && is_file(file) ? base::read_file(file) : std::string();
      text && runtime::host::is_saved_finding(*text))
    return failure(ErrorCode::usage,
                   fmt::format("it is a saved finding, no trace; run it again: heddle replay {}", file),
                   file);
  return {};
}

// One verb's words, sorted.
class Sorting {
 public:
  Sorting(const CLI::App& verb, Words words) : verb_(verb), words_(std::move(words)) {
    takes_program_ = verb.get_option_no_throw("program") != nullptr;
  }

  base::Result<Words> result() {
    split_at_dashes();
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (const auto taken = take(i); !taken) return failure(taken.error());
    if (!takes_program_) {
      if (verb_.get_option_no_throw("trace") != nullptr && !positionals_.empty())
        if (const auto right = check_trace(path_of(verb_), positionals_.front()); !right)
          return failure(right.error());
      const bool names_words = verb_.get_name() == "manual" || verb_.get_name() == "completion";  // not files
      for (const std::string& file : positionals_)
        if (!names_words && is_folder(file))
          return failure(ErrorCode::usage, "it is a directory; a file was expected", file);
      return words_;
    }
    if (const auto right = check_program(); !right) return failure(right.error());
    return program_words();
  }

 private:
  void split_at_dashes() {
    const auto dashes = std::find(words_.begin(), words_.end(), "--");
    has_dashes_ = dashes != words_.end();
    if (!takes_program_ || !has_dashes_) return;
    arguments_.assign(dashes + 1, words_.end());
    words_.erase(dashes, words_.end());
  }

  base::Result<void> take(std::size_t& i) {
    const std::string& word = words_[i];
    if (word == "--") {
      i = words_.size();
      return {};
    }
    if (word.size() < 2 || word[0] != '-') {
      positionals_.push_back(word);
      return {};
    }
    const std::string name = word.substr(0, word.starts_with("--") ? word.find('=') : 2);
    const CLI::Option* option = verb_.get_option_no_throw(name);
    if (option != nullptr) {
      options_.push_back(word);
      const bool has_value = word.starts_with("--") ? word.find('=') != std::string::npos : word.size() > 2;
      if (option->get_items_expected_max() == 0) return {};
      if (has_value && word.ends_with('=') &&
          word.size() == name.size() + 1)  // CLI11 would take the next word
        return failure(ErrorCode::usage, fmt::format("{} needs a value", name));
      if (has_value) return check_number(name, *option, word.substr(name.size()));
      if (i + 1 >= words_.size()) return failure(ErrorCode::usage, fmt::format("{} needs a value", name));
      options_.push_back(words_[++i]);
      return check_number(name, *option, words_[i]);
    }
    if (is_one_of(word, {"--help", "-h", "--help-all", "--version"})) {
      options_.push_back(word);
      return {};
    }
    if (takes_program_ && (!word.starts_with("--") || is_long_flag(name))) return take_flag(i);
    return unknown(name);
  }

  // CLI11 lets -3 and what is beyond 64 bits pass for some other whole number.
  static base::Result<void> check_number(const std::string& name, const CLI::Option& option,
                                         std::string value) {
    if (value.starts_with("=")) value.erase(0, 1);
    const bool is_long = !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
    const bool may_be_one = !value.empty() && std::isdigit(static_cast<unsigned char>(value[0])) != 0;
    if (!option.get_type_name().starts_with("UINT") || (may_be_one && !is_long)) return {};
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error == std::errc() && end == value.data() + value.size()) return {};
    return failure(ErrorCode::usage, fmt::format("{}: expected a whole number{}, not `{}`", name,
                                                 is_long                                   ? " below 2^64"
                                                 : name == "--times" || name == "--repeat" ? " from 1 on"
                                                                                           : " from 0 on",
                                                 value));
  }

  // Of the compiler, though they have two dashes.
  static bool is_long_flag(const std::string& name) {
    return is_one_of(name, {"--coverage", "--param", "--std", "--sysroot", "--target", "--gcc-toolchain"});
  }

  // Of the compiler; those that have an argument of their own are one flag or two.
  base::Result<void> take_flag(std::size_t& i) {
    const std::string flag = words_[i].starts_with("--std=") ? words_[i].substr(1) : words_[i];
    if (is_one_of(flag, {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "-shared"}))
      return failure(ErrorCode::usage,
                     fmt::format("{} makes the compiler leave no program that `heddle {}` could start: leave "
                                 "it out (`heddle c++` takes every option of the compiler)",
                                 flag, verb_.get_name()));
    flags_.push_back(flag);
    if (i + 1 >= words_.size()) return {};
    if (is_one_of(flag, {"-I", "-D", "-U", "-L", "-l"}))
      flags_.back() += words_[++i];
    else if (is_one_of(flag, {"-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-x", "-Xlinker",
                              "--param", "--std", "--sysroot"}))
      flags_.push_back(words_[++i]);
    return {};
  }

  base::Result<void> unknown(const std::string& name) const {
    const std::string meant = nearest(name, option_names(verb_));
    std::string text = fmt::format("there is no option {}", name);
    if (!meant.empty()) text += fmt::format(", did you mean {}?", meant);
    if (takes_program_ && meant.empty())
      text += fmt::format("; if it is for the program, it comes after --: heddle {} {} -- {}{}",
                          verb_.get_name(), positionals_.empty() ? "PROGRAM" : positionals_.front(), name,
                          !positionals_.empty() && compile::is_source(positionals_.front())
                              ? fmt::format("; if it is for the compiler: --flag={}", name)
                              : "");
    else
      text += fmt::format(" (`heddle {} --help-all` lists them)", verb_.get_name());
    return failure(ErrorCode::usage, text);
  }

  bool asks_for_help() const {
    return std::any_of(options_.begin(), options_.end(), [](const std::string& word) {
      return is_one_of(word, {"--help", "-h", "--help-all", "--version"});
    });
  }

  bool has_option(std::string_view name) const {
    return std::any_of(options_.begin(), options_.end(), [&](const std::string& word) {
      return word == name || word.starts_with(std::string(name) + "=");
    });
  }

  base::Result<void> check_program() {
    if (asks_for_help()) return {};
    if (positionals_.empty() || positionals_.front().empty()) {
      if (has_option("--compile-commands")) return {};
      for (const std::string& flag : flags_)
        if (compile::is_source(flag) && is_file(flag))
          return failure(ErrorCode::usage,
                         fmt::format("it looks like a compiler flag: heddle {} ./{}", verb_.get_name(), flag),
                         flag);
      return failure(ErrorCode::usage,
                     fmt::format("which program? A source file, or a program built with `heddle cc`: "
                                 "`heddle {0} mine.cpp`, `heddle {0} ./app -- arguments`",
                                 verb_.get_name()));
    }
    const std::string& first = positionals_.front();
    if (std::error_code error; std::filesystem::exists(first, error) && !is_file(first) && !is_folder(first))
      return failure(ErrorCode::usage, "it is no regular file: a device, a pipe or a socket", first);
    if (is_folder(first) && !has_option("--compile-commands"))
      return failure(ErrorCode::usage, "it is a directory; name its source files, or a program built in it",
                     first);
    if (compile::is_source(first)) return check_words_behind_source();
    if (compile::is_bitcode(first) || has_option("--compile-commands")) return {};
    if (first.ends_with(".hdl") || first.ends_with(".std"))
      return failure(ErrorCode::usage,
                     fmt::format("it is a recorded execution: `heddle races {0}`, `heddle predict {0}` and "
                                 "`heddle states {0}` read it",
                                 first),
                     first);
    if (first.ends_with(".h") || first.ends_with(".hpp"))
      return failure(ErrorCode::usage, "it is a header; name a source file with a main that uses it", first);
    if (!flags_.empty())
      return failure(ErrorCode::usage,
                     fmt::format("{0} is no option of heddle. If it is for the program, it comes after --: "
                                 "heddle {1} {2} -- {0}; compiler flags go with source files",
                                 flags_.front(), verb_.get_name(), first));
    return check_words_behind_program();
  }

  // `heddle check build/*_test` would hand the second program to the first, which hardly looks at it, and be clean.
  base::Result<void> check_words_behind_program() const {
    for (std::size_t i = 1; i < positionals_.size(); ++i) {
      const std::string& word = positionals_[i];
      const bool is_program = is_file(word) && (access(word.c_str(), X_OK) == 0 || compile::is_source(word));
      if (!is_program) continue;
      return failure(
          ErrorCode::usage,
          fmt::format("`heddle {0}` takes one program at a time. If it is an argument of {1}, it comes "
                      "after --: heddle {0} {1} -- {2}",
                      verb_.get_name(), positionals_.front(), word),
          word);
    }
    return {};
  }

  // A word that the compiler cannot take may be an argument of the program, or a file that is misspelt: who means the
  // first says so.
  base::Result<void> check_words_behind_source() const {
    for (std::size_t i = 1; i < positionals_.size(); ++i) {
      const std::string& word = positionals_[i];
      if (is_compilers(word)) continue;
      return failure(ErrorCode::usage,
                     fmt::format("it is no source, object file or library. If it is an argument of the "
                                 "program, it comes after --: heddle {} {} -- {}",
                                 verb_.get_name(), positionals_.front(), word),
                     word);
    }
    return {};
  }

  // The verb's options, --flag and --more-source for what goes to the compiler, the program, its arguments.
  Words program_words() const {
    Words words = options_;
    for (const std::string& flag : flags_) words.push_back("--flag=" + flag);
    Words arguments;
    for (std::size_t i = 0; i < positionals_.size(); ++i) {
      const bool is_part = i > 0 && compile::is_source(positionals_[0]) && is_compilers(positionals_[i]);
      if (is_part)
        words.push_back("--more-source=" + positionals_[i]);
      else if (i > 0)
        arguments.push_back(positionals_[i]);
    }
    arguments.insert(arguments.end(), arguments_.begin(), arguments_.end());
    if (!positionals_.empty()) words.push_back(positionals_.front());
    if (positionals_.empty() && !arguments.empty()) words.emplace_back("");  // no program, but arguments
    if (!arguments.empty()) words.emplace_back("--");
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
  }

  static bool is_compilers(const std::string& file) {
    return compile::is_source(file) || compile::is_bitcode(file) || file.ends_with(".o") ||
           file.ends_with(".a") || file.ends_with(".so");
  }

  const CLI::App& verb_;
  Words words_;
  Words options_, flags_, positionals_, arguments_;
  bool takes_program_ = false, has_dashes_ = false;
};

}  // namespace

std::string nearest(const std::string& word, const Words& known) {
  std::string best;
  // Of four letters, two changed are another word.
  std::size_t fewest = (word.size() <= 4 ? 1 : std::max<std::size_t>(2, word.size() / 3)) + 1;
  const auto small = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
  };
  for (const std::string& candidate : known) {
    std::size_t distance = std::min(changes(word, candidate), 1 + changes(small(word), small(candidate)));
    if (word.size() > 4 && candidate.starts_with(word)) distance = 1;  // cut short
    if (distance < fewest) {
      fewest = distance;
      best = candidate;
    }
  }
  return best;
}

namespace {

std::string usage_in_a_line(const CLI::App& at) {
  return std::regex_replace(usage_of(at), std::regex("\\n *"), ", or ");
}

}  // namespace

std::string reworded(const std::string& message, const CLI::App& at) {
  std::smatch found;
  if (message == "A subcommand is required") {
    Words names;
    for (const CLI::App* each : at.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(each->get_name());
    return fmt::format("which command? There are: {}", fmt::join(names, ", "));
  }
  if (std::regex_match(message, found, std::regex("(.*) is required")))
    return fmt::format("{} is missing: {}", found[1].str().starts_with("-") ? found[1].str() : "something",
                       usage_in_a_line(at));
  if (std::regex_match(message, found,
                       std::regex("The following arguments? (?:was|were) not expected: (.*)")))
    return fmt::format("too many words: `{}`. It is: {}", found[1].str(), usage_in_a_line(at));
  if (std::regex_match(message, found, std::regex("(.*): At Most 1 required but received ([0-9]+)")))
    return fmt::format("{} is there {} times, and takes one value", found[1].str(), found[2].str());
  if (std::regex_match(message, found, std::regex("Could not convert: (.*) = (.*)")))
    return fmt::format("{}: expected a number, not `{}`", found[1].str(), found[2].str());
  if (std::regex_match(message, found, std::regex("(.*): Value (.*) not in range 0\\.0+ to [0-9]{20}.*")))
    return fmt::format("{}: expected a number that is not negative, not `{}`", found[1].str(),
                       found[2].str());
  if (std::regex_match(message, found, std::regex("(.*): Value (.*) not in range (.*) to (.*)")))
    return fmt::format("{}: expected a number from {} to {}, not `{}`", found[1].str(), found[3].str(),
                       found[4].str(), found[2].str());
  if (std::regex_match(message, found, std::regex("(.*): File does not exist: (.*)")))
    return fmt::format("{}: there is no file `{}`", found[1].str(), found[2].str());
  if (std::regex_match(message, found, std::regex("(.*) excludes (.*)")))
    return fmt::format("{} cannot go with {}", found[1].str(), found[2].str());
  if (std::regex_match(message, found, std::regex("(.*): (.*) not in \\{(.*)\\}"))) {
    Words words;
    std::istringstream list(found[3].str());
    for (std::string word; std::getline(list, word, ',');) words.push_back(word);
    const std::string meant = nearest(found[2].str(), words);
    return fmt::format("{}: there is no `{}`{} It is one of: {}", found[1].str(), found[2].str(),
                       meant.empty() ? "." : fmt::format(", did you mean `{}`?", meant),
                       fmt::join(words, ", "));
  }
  return message;
}

base::Result<Words> arranged(Words words, const CLI::App& app) {
  words = without_help_verb(std::move(words));
  if (words.empty()) return words;
  if (const auto right = check_verb(words[0], app); !right) return failure(right.error());
  if (words[0].starts_with("-") || is_one_of(words[0], {"cc", "c++"})) return words;
  std::size_t first = 1;
  const CLI::App* verb = command_named(app, words[0]);
  if (!verb->get_subcommands([](const CLI::App*) { return true; }).empty() && words.size() > 1) {
    const CLI::App* inner = command_named(*verb, words[1]);
    if (inner == nullptr && !words[1].starts_with("-")) {
      Words names;
      for (const CLI::App* each : verb->get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(each->get_name());
      const std::string meant = nearest(words[1], names);
      const std::string wrong = is_file(words[1])
                                    ? fmt::format("which command comes before {}?", words[1])
                                    : fmt::format("there is no command `{} {}`", words[0], words[1]);
      const char* stop = is_file(words[1]) ? "" : ".";
      return failure(ErrorCode::usage,
                     fmt::format("{}{} There are: {}", wrong,
                                 meant.empty() ? stop : fmt::format(", did you mean `{}`?", meant),
                                 fmt::join(names, ", ")));
    }
    if (inner == nullptr) return words;
    verb = inner;
    first = 2;
  }
  const auto sorted =
      Sorting(*verb, Words(words.begin() + static_cast<std::ptrdiff_t>(first), words.end())).result();
  if (!sorted) return failure(sorted.error());
  words.resize(first);
  words.insert(words.end(), sorted->begin(), sorted->end());
  return words;
}

}  // namespace heddle::cli
