// SPDX-License-Identifier: Apache-2.0
// heddle cc and heddle c++: the real compiler with instrumentation added. Everything after the verb is the
// compiler's.

#include <algorithm>

#include "cli/verb.h"
#include "compile/compiler.h"
#include "runtime/host/executable.h"

namespace heddle::cli {
namespace {

// What cannot be linked with a library that stands before libc's functions. Said here, for the linker says it badly.
base::Result<void> check_linkable(const std::string& compiler, const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments)
    if (argument == "-static" || argument == "-static-pie" || argument == "--static")
      return base::failure(
          base::ErrorCode::unsupported,
          argument +
              ": heddle watches a program through a shared library that stands before libc's functions, "
              "which a static program has inside; link without it");
  if (compiler.find("musl") != std::string::npos)
    return base::failure(
        base::ErrorCode::unsupported,
        compiler + ": heddle's runtime stands before glibc's functions and needs them; musl has others");
  return {};
}

// With --sample the program finds the runtime where it knows that it is on its own (watch/alone.h).
std::vector<std::string> command(const std::string& compiler, std::vector<std::string> arguments,
                                 const std::string& directory) {
  const bool sampled = std::erase(arguments, "--sample") > 0;
  auto command = compile::instrumented_command(compiler, arguments, directory);
  if (sampled)
    std::replace(command.begin(), command.end(), "-Wl,-rpath," + directory,
                 "-Wl,-rpath," + directory + "/sample");
  return command;
}

Action add_compiler(CLI::App& app, compile::Language language) {
  app.prefix_command();
  app.set_help_flag();
  app.footer(
      "All arguments, --help among them, go to the compiler: $HEDDLE_CC (default cc) or $HEDDLE_CXX (default "
      "c++). The exit status is the compiler's. Two are heddle's:\n"
      "--unreduced: clang instruments every access, also those that tell heddle run nothing new.\n"
      "--sample, when linking: the program then watches a sample of its accesses whenever it runs, 1% or "
      "$HEDDLE_SAMPLE, and writes what it finds to heddle-findings.PROCESS.txt or $HEDDLE_FINDINGS.");
  CLI::App* verb = &app;
  return [verb, language]() -> base::Result<int> {
    const auto directory = runtime::host::runtime_directory();
    if (!directory) return base::failure(directory.error());
    const std::string compiler = compile::real_compiler(language, "");
    if (const auto fine = check_linkable(compiler, verb->remaining()); !fine)
      return base::failure(fine.error());
    return compile::execute(command(compiler, verb->remaining(), *directory));
  };
}

}  // namespace

Action add_cc(CLI::App& app) { return add_compiler(app, compile::Language::c); }
Action add_cpp(CLI::App& app) { return add_compiler(app, compile::Language::cpp); }

}  // namespace heddle::cli
