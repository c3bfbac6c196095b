// SPDX-License-Identifier: Apache-2.0
// The only main, and the only place that exits.
#include <cstdio>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include <CLI/Error.hpp>
#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"
#include "cli/progress.h"
#include "cli/verb.h"
#include "report/reporter.h"

namespace heddle::cli {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 clean, 1 findings, 2 bad usage or input, 3 inconclusive, 70 a bug in heddle.\n"
    "'heddle COMMAND --help' tells all of a command's options.";

int run(int argc, char** argv) {
  CLI::App app("heddle finds concurrency bugs in C and C++ programs, and proves their absence where it can.",
               "heddle");
  app.set_version_flag("--version", fmt::format("heddle {}", report::version()));
  app.require_subcommand(1);
  app.footer(kFooter);
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Verb& verb : verbs()) {
    CLI::App* subcommand = app.add_subcommand(verb.name, verb.summary);
    actions.emplace_back(subcommand, verb.add(*subcommand));
  }
  if (argc == 1) {
    fmt::print(stderr, "{}", app.help());
    return static_cast<int>(ExitStatus::bad_input);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitStatus::bad_input);
  }
  for (auto& [subcommand, action] : actions) {
    if (!subcommand->parsed()) continue;
    const base::Result<int> status = action();
    if (status) return *status;
    fmt::print(stderr, "heddle: {}\n", base::printable(base::describe(status.error())));
    return static_cast<int>(interrupted() ? ExitStatus::inconclusive : ExitStatus::bad_input);
  }
  return static_cast<int>(ExitStatus::bug);
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  try {
    return heddle::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("heddle: out of memory; nothing can be said about the input\n", stderr);
    return static_cast<int>(heddle::cli::ExitStatus::inconclusive);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "heddle: a bug in heddle: %s\n", error.what());
    return static_cast<int>(heddle::cli::ExitStatus::bug);
  }
}
