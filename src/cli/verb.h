// SPDX-License-Identifier: Apache-2.0
// A verb of the command line is one file and one row of the table in verbs.cpp.
#pragma once

#include <functional>
#include <span>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/result.h"

namespace heddle::cli {

enum class ExitStatus : int { clean = 0, findings = 1, bad_input = 2, inconclusive = 3, bug = 70 };

// What to do once the command line is understood. An Error is bad usage or input: printed, exit status 2.
// The int is the exit status: an ExitStatus, or for `heddle run` what the user's program returned.
using Action = std::function<base::Result<int>()>;
inline base::Result<int> exit_with(ExitStatus status) { return static_cast<int>(status); }

struct Verb {
  const char* name;
  const char* summary;
  // Adds the verb's options to its subcommand; the action reads them.
  Action (*add)(CLI::App& app);
  const char* usage = "";      // what follows the verb
  const char* examples = "";   // lines of the help, set in by two blanks
  const char* basic = "";      // the options that --help shows, by name; none: all of them
  bool is_hidden = false;      // from the list of commands
  bool is_shared_out = false;  // the ranks of a job do it together
};
std::span<const Verb> verbs();

Action add_cc(CLI::App& app);
Action add_cpp(CLI::App& app);
Action add_completion(CLI::App& app);
Action add_detect(CLI::App& app);
Action add_manual(CLI::App& app);
Action add_predict(CLI::App& app);
Action add_prove(CLI::App& app);
Action add_check(CLI::App& app);
Action add_replay(CLI::App& app);
Action add_linearizable(CLI::App& app);
Action add_merge(CLI::App& app);
Action add_races(CLI::App& app);
Action add_run(CLI::App& app);
Action add_sampled(CLI::App& app);
Action add_states(CLI::App& app);
Action add_trace(CLI::App& app);
Action add_view(CLI::App& app);

}  // namespace heddle::cli
