// SPDX-License-Identifier: Apache-2.0
// heddle completion and heddle manual: what is installed for shells and man, printed.
#include <memory>
#include <set>

#include <CLI/Option.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "cli/help.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "report/reporter.h"

namespace heddle::cli {

Action add_completion(CLI::App& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(std::set<std::string>{"bash", "zsh", "fish"}));
  return [shell, &app]() -> base::Result<int> {
    if (const auto written = write_output("-", completion_script(*app.get_parent(), *shell)); !written)
      return base::failure(written.error());
    return exit_with(ExitStatus::clean);
  };
}

Action add_manual(CLI::App& app) {
  auto name = std::make_shared<std::string>();
  app.add_option("command", *name, "whose page; none: that of heddle itself");
  return [name, &app]() -> base::Result<int> {
    const CLI::App* about = name->empty() ? app.get_parent() : command_named(*app.get_parent(), *name);
    if (about == nullptr)
      return base::failure(base::ErrorCode::usage, "there is no command of this name", *name);
    const auto written = write_output("-", manual_page(*about, std::string(report::version())));
    if (!written) return base::failure(written.error());
    return exit_with(ExitStatus::clean);
  };
}

}  // namespace heddle::cli
