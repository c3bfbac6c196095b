// SPDX-License-Identifier: Apache-2.0
// The only main, and the only place that exits.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <ios>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/Error.hpp>
#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/progress.h"
#include "cli/project_file.h"
#include "cli/ranks.h"
#include "cli/resumed_command.h"
#include "cli/verb.h"
#include "cli/written_files.h"
#include "report/reporter.h"

namespace heddle::cli {
namespace {

constexpr const char* kFooter =
    "`heddle help COMMAND` tells more of one: its examples and options.\n"
    "Exit status: 0 clean, 1 findings, 2 bad usage or input, 3 inconclusive, 70 a bug in heddle.";

// Where the installed pages are, if this is an installed heddle: bin/../share/doc/heddle.
std::string pages() {
  std::error_code none;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", none);
  const auto directory = program.parent_path().parent_path() / "share/doc/heddle";
  if (!std::filesystem::exists(directory / "doc/tutorial.md", none)) return "";
  return fmt::format("\nPages (doc/tutorial.md, doc/faq.md, …) and examples: {}", directory.string());
}

// The command that the user got as far as: heddle, a verb, or one inside a verb.
const CLI::App& innermost(const CLI::App& app) {
  const CLI::App* at = &app;
  while (true) {
    const auto parsed = at->get_subcommands();
    if (parsed.empty()) return *at;
    at = parsed.front();
  }
}

// `heddle help check`, `heddle help trace info`: the command that is asked about; null if nobody asks, or there is none.
const CLI::App* asked_about(const std::vector<std::string>& words, const CLI::App& app) {
  if (words.size() < 2 || words[0] != "help") return nullptr;
  const CLI::App* at = &app;
  for (std::size_t i = 1; i < words.size() && at != nullptr; ++i) at = command_named(*at, words[i]);
  return at;
}

// Which help has the option that a message begins with.
const char* help_with(const std::string& message, const CLI::App& at) {
  const std::string option = message.substr(0, message.find_first_of(": "));
  for (const HelpRow& row : help_rows(at))
    if (!row.is_basic && std::find(row.flags.begin(), row.flags.end(), option) != row.flags.end())
      return "--help-all";
  return "--help";
}

int wrong_usage(const std::string& message, const CLI::App& at) {
  const Verb* verb = verb_of(at);
  const std::string name = verb != nullptr ? fmt::format(" {}", verb->name) : "";
  tell_error("heddle" + name, base::printable(message));
  return static_cast<int>(ExitStatus::bad_input);
}

int run(int argc, char** argv) {
  CLI::App app("heddle finds concurrency bugs in C and C++ programs, and proves their absence where it can.",
               "heddle");
  app.set_version_flag("--version", fmt::format("heddle {}", report::version()), "tell which heddle this is");
  app.set_help_flag("--help,-h", "tell about the commands");
  app.require_subcommand(1);
  app.footer(kFooter + pages());
  struct Parsed {
    CLI::App* subcommand;
    Action action;
    bool is_shared_out;
  };
  std::vector<Parsed> actions;
  for (const Verb& verb : verbs()) {
    CLI::App* subcommand = app.add_subcommand(verb.name, verb.summary);
    if (verb.is_hidden) subcommand->group("");
    subcommand->set_help_flag("--help,-h", "tell about the command");
    subcommand->set_help_all_flag("--help-all", "and about options for experts");
    if (*verb.basic == 0) subcommand->get_option("--help-all")->group("");  // there are none
    actions.push_back({subcommand, verb.add(*subcommand), verb.is_shared_out});
  }
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    fmt::print(stderr, "{}", help_text(app, false));
    return static_cast<int>(ExitStatus::bad_input);
  }
  if (const CLI::App* command = asked_about(words, app)) {
    fmt::print("{}", help_text(*command, false));
    return 0;
  }
  if (words == std::vector<std::string>{"help", "version"}) {
    fmt::print("heddle version, or heddle --version: tells which heddle this is. It is {}.\n",
               report::version());
    return 0;
  }
  const auto whole = command_to_resume(words, app);
  if (!whole) return wrong_usage(base::describe(whole.error()), *command_named(app, words[0]));
  if (!whole->empty()) return begin_anew(argv[0], *whole);
  auto sorted = arranged(words, app);
  if (!sorted) {
    const CLI::App* verb = command_named(app, words[0]);
    return wrong_usage(base::describe(sorted.error()), verb != nullptr ? *verb : app);
  }
  const auto complete = with_project(std::move(*sorted), app, project_file());
  if (!complete) return wrong_usage(base::describe(complete.error()), app);
  try {
    app.parse(std::vector<std::string>(complete->words.rbegin(), complete->words.rend()));
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", help_text(innermost(app), false));
    return 0;
  } catch (const CLI::CallForAllHelp&) {
    fmt::print("{}", help_text(innermost(app), true));
    return 0;
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}\n", version.what());
    return 0;
  } catch (const CLI::ParseError& error) {
    const CLI::App& at = innermost(app);
    const std::string message = reworded(error.what(), at);
    const auto place = complete->places.find(message.substr(0, message.find(':')));
    if (place != complete->places.end())  // it was not typed: it stands in the project file
      return wrong_usage(fmt::format("{}: {}", place->second, message.substr(2)), app);
    return wrong_usage(fmt::format("{} (see `{} {}`)", message, path_of(at), help_with(message, at)), at);
  }
  if (const auto right = check_written_files(innermost(app)); !right)
    return wrong_usage(base::describe(right.error()), innermost(app));
  for (auto& [subcommand, action, is_shared_out] : actions) {
    if (!subcommand->parsed()) continue;
    if (is_rank() && !is_shared_out && !is_done_here("heddle " + subcommand->get_name())) return 0;
    const base::Result<int> status = action();
    if (status) return leave_job(*status, "");
    const std::string error = base::printable(base::describe(status.error()));
    if (interrupted()) {  // what could not be done, by a compiler say, comes from that
      const std::string where = status.error().where.empty() ? "" : status.error().where + ": ";
      return leave_job(
          static_cast<int>(ExitStatus::inconclusive),
          error.find("interrupted") == std::string::npos ? base::printable(where + "interrupted") : error);
    }
    return leave_job(static_cast<int>(ExitStatus::bad_input), error);
  }
  return static_cast<int>(ExitStatus::bug);
}

int bug(const std::exception& error) {
  std::fprintf(stderr, "heddle: a bug in heddle: %s\n", error.what());
  return static_cast<int>(ExitStatus::bug);
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  try {
    const int status = heddle::cli::run(argc, argv);
    if (std::fflush(stdout) == 0 || status != 0) return status;
    std::fprintf(stderr, "heddle: standard output: cannot write: %s\n", std::strerror(errno));
    return static_cast<int>(heddle::cli::ExitStatus::bad_input);
  } catch (const std::bad_alloc&) {
    std::fputs("heddle: out of memory; nothing can be said about the input\n", stderr);
    return static_cast<int>(heddle::cli::ExitStatus::inconclusive);
  } catch (const std::ios_base::failure& error) {  // what can be opened need not be readable
    std::fprintf(stderr, "heddle: a file cannot be read: %s\n", error.what());
    return static_cast<int>(heddle::cli::ExitStatus::bad_input);
  } catch (const std::filesystem::filesystem_error& error) {
    std::error_code gone;
    if (!std::filesystem::current_path(gone).empty()) return heddle::cli::bug(error);
    std::fputs("heddle: the current directory cannot be found: it was removed\n", stderr);
    return static_cast<int>(heddle::cli::ExitStatus::bad_input);
  } catch (const std::system_error& error) {  // standard error is full, or there are too many threads
    std::fprintf(stderr, "heddle: %s\n", error.what());
    return static_cast<int>(heddle::cli::ExitStatus::bad_input);
  } catch (const std::exception& error) {
    return heddle::cli::bug(error);
  }
}
