// SPDX-License-Identifier: Apache-2.0
// heddle cc and heddle c++: the real compiler with instrumentation added. Everything after the verb is the
// compiler's.

#include "cli/verb.h"
#include "compile/compiler.h"
#include "runtime/host/executable.h"

namespace heddle::cli {
namespace {

Action add_compiler(CLI::App& app, compile::Language language) {
  app.prefix_command();
  app.set_help_flag();
  app.footer(
      "All arguments, --help among them, go to the compiler: $HEDDLE_CC (default cc) or $HEDDLE_CXX (default "
      "c++). The exit status is the compiler's. One is heddle's: with --unreduced clang instruments every "
      "access, also those that tell heddle run nothing new.");
  CLI::App* verb = &app;
  return [verb, language]() -> base::Result<int> {
    const auto directory = runtime::host::runtime_directory();
    if (!directory) return base::failure(directory.error());
    return compile::execute(
        compile::instrumented_command(compile::real_compiler(language, ""), verb->remaining(), *directory));
  };
}

}  // namespace

Action add_cc(CLI::App& app) { return add_compiler(app, compile::Language::c); }
Action add_cpp(CLI::App& app) { return add_compiler(app, compile::Language::cpp); }

}  // namespace heddle::cli
