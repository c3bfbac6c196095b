// SPDX-License-Identifier: Apache-2.0
// Why each option:
// - -fsanitize=thread: the compiler's instrumentation of every access, atomic and function
// - -fno-builtin-memcpy and so on: gcc leaves copies and strings that it does inline uninstrumented; as calls
//   they are interposed. Which: cmake/heddle_instrument.cmake, for targets of CMake need the same
// - -U_FORTIFY_SOURCE, after the user's own: it names builtins outright, which gcc then does inline after all
// - -fplugin=…/gcc/N/left_out.so: gcc leaves structures that calls take and return uninstrumented, and more (src/compile/gcc)
// - -mno-accumulate-outgoing-args: then arrays of a variable length are where the plug-in says that they end
// - -fpass-plugin=…/clang/N/left_out.so: clang leaves members of locals uninstrumented, and more (src/compile/clang)
// - -Wno-tsan: gcc warns that thread sanitizing knows no fences; ours does
// - -fno-lifetime-dse: gcc would leave out what a destructor writes to its own object, and others may read
// - -fno-tree-loop-im and so on: gcc would load what a loop or a branch may not come to load, and that load would be
//   instrumented and race; clang does not move loads that it instruments out of loops. Which: cmake/heddle_instrument.cmake
// - -tsan-instrument-memory-accesses=0: the plug-in checks plain accesses instead, fewer of them (src/compile/clang/checks.h)
// - -tsan-instrument-read-before-write: clang would drop the read of `x++`
// - -fsanitize-address-use-after-scope: clang says where blocks end, without optimisation too
// - -L…/tsan: gcc links -ltsan, and there it finds our runtime under that name
// - -fno-sanitize-link-runtime: clang has no runtime of its own to link; it is named instead
#include "compile/compiler.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/child_output.h"
#include "compile/compiler_words.h"
#include "compile/include_directory.h"

namespace heddle::compile {

bool is_source(const std::string& file) {
  static const std::string endings[] = {".c", ".i", ".cc", ".cpp", ".cxx", ".c++", ".C", ".ii"};
  const std::string ending = std::filesystem::path(file).extension().string();
  return std::find(std::begin(endings), std::end(endings), ending) != std::end(endings);
}

Language language_of(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  return ending == ".c" || ending == ".i" ? Language::c : Language::cpp;
}

std::string real_compiler(Language language, const std::string& given) {
  if (!given.empty()) return given;
  const char* set = std::getenv(language == Language::c ? "HEDDLE_CC" : "HEDDLE_CXX");
  if (set != nullptr && *set != 0) return set;
  return language == Language::c ? "cc" : "c++";
}

namespace {

// The file that a command stands for, links followed; empty: there is none.
std::filesystem::path found_command(const std::string& command) {
  std::error_code error;
  if (command.find('/') != std::string::npos) return std::filesystem::canonical(command, error);
  const char* path = std::getenv("PATH");
  std::string rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    auto real = std::filesystem::canonical(std::filesystem::path(rest.substr(0, colon)) / command, error);
    if (!error) return real;
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
  }
  return {};
}

}  // namespace

bool is_installed(const std::string& command) { return !found_command(command).empty(); }

bool is_clang(const std::string& compiler) {
  const auto names_it = [](const std::filesystem::path& path) {
    return path.filename().string().find("clang") != std::string::npos;
  };
  return names_it(compiler) || names_it(found_command(compiler));
}

namespace {

// Of what a command prints; empty if it cannot be executed.
std::string first_line(const std::vector<std::string>& command) {
  const std::string text = base::output_of(command, false).text;
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::vector<std::string> instrumented_command(const std::string& named, const std::vector<std::string>& given,
                                              const std::string& directory) {
  std::vector<std::string> arguments = given;
  const bool reduced = std::erase(arguments, kUnreduced) == 0;
  const CompilerWords words = compiler_words(named);
  const std::string& compiler = words.compiler;
  std::vector<std::string> command = words.launchers;
  command.push_back(compiler);
  command.insert(command.end(), words.flags.begin(), words.flags.end());
  const bool clang = is_clang(compiler);
  // Made for one version of the compiler.
  const auto plugin = [&](const char* kind) {
    const std::string version = first_line({compiler, "-dumpversion"});
    return fmt::format("{}/{}/{}/left_out.so", directory, kind, version.substr(0, version.find('.')));
  };
  if (clang) {
    command.insert(command.end(), {"-fno-sanitize-link-runtime", "-Wno-unused-command-line-argument",
                                   "-Xclang", "-mllvm", "-Xclang", "-tsan-instrument-read-before-write",
                                   "-Xclang", "-fsanitize-address-use-after-scope"});
    const std::string locals = plugin("clang");
    if (std::filesystem::exists(locals)) {
      command.push_back("-fpass-plugin=" + locals);
      if (reduced)
        command.insert(command.end(), {"-Xclang", "-mllvm", "-Xclang", "-tsan-instrument-memory-accesses=0"});
    } else {
      fmt::print(
          stderr,
          "heddle: {} was not found: accesses that {} leaves out are not seen, and no verdict is clean\n",
          locals, compiler);
    }
  }
  command.insert(command.end(), {"-fsanitize=thread", "-fno-omit-frame-pointer"});
  for (const char* function : {HEDDLE_CALLED_FUNCTIONS})
    command.push_back(fmt::format("-fno-builtin-{}", function));
  std::vector<std::string> wanted = arguments;
  if (!clang) {  // which instruments what it makes of these
    command.emplace_back("-Wno-tsan");
    const std::string values = plugin("gcc");
    if (std::filesystem::exists(values)) command.push_back("-fplugin=" + values);
    for (const char* function : {HEDDLE_CALLED_FUNCTIONS_GCC})
      command.push_back(fmt::format("-fno-builtin-{}", function));
    for (const char* option : {"-fno-lifetime-dse", HEDDLE_UNMOVED_LOADS}) command.emplace_back(option);
    wanted.insert(wanted.end(), {"-Wp,-U_FORTIFY_SOURCE", "-mno-accumulate-outgoing-args"});
  }
  const auto has = [&](const char* option) {
    return std::find(arguments.begin(), arguments.end(), option) != arguments.end();
  };
  const bool debug = std::any_of(arguments.begin(), arguments.end(),
                                 [](const std::string& argument) { return argument.starts_with("-g"); });
  if (!debug) command.emplace_back("-g");
  // Else clang describes a class only where its constructor is, and those of the standard library nowhere.
  if (clang) command.emplace_back("-fstandalone-debug");
  if (const std::string include = include_directory(); !include.empty())
    command.insert(command.end(), {"-idirafter", include});
  // Without an input the compiler shall say so; what is added for the linker would be one.
  const bool has_input = std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return !argument.starts_with("-") || argument == "-" || argument.starts_with("-l") ||
           argument.starts_with("-Wl,");
  });
  const bool links = has_input && !has("-c") && !has("-E") && !has("-S") && !has("-fsyntax-only");
  if (!links) {
    command.insert(command.end(), wanted.begin(), wanted.end());
    return command;
  }
  command.push_back("-L" + directory + "/tsan");
  // A test that is linked with the engine itself has no use for the runtime that watches: its functions of the same names
  // would come first. In this folder the runtime's name is the engine's.
  if (std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
        return argument.find("heddle_check") != std::string::npos && !argument.starts_with("-D");
      }))
    command.push_back("-Wl,-rpath," + directory + "/check");
  // First, as gcc puts it: libraries named by the user have functions that must be found here (libatomic).
  if (clang) command.emplace_back("-Wl,--push-state,--no-as-needed,-ltsan,--pop-state");
  command.insert(command.end(), wanted.begin(), wanted.end());
  command.push_back("-Wl,-rpath," + directory);
  return command;
}

base::Result<int> execute(const std::vector<std::string>& command, const std::string& messages,
                          const std::string& directory) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0)
    return base::failure(base::ErrorCode::io, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  const pid_t child = base::fork_child();
  if (child < 0)
    return base::failure(base::ErrorCode::io, fmt::format("cannot fork: {}", std::strerror(errno)));
  if (child == 0) {
    if (!messages.empty()) {
      const int file = open(messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      if (file >= 0) dup2(file, STDERR_FILENO);
    }
    setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 0);  // where there is none, gcc would not find its parts
    if (directory.empty() || chdir(directory.c_str()) == 0) execvp(arguments[0], arguments.data());
    const int error = errno;
    if (write(report[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  close(report[1]);
  int error = 0;
  const bool failed = read(report[0], &error, sizeof error) == sizeof error;
  close(report[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (failed && error == ENOENT)
    return base::failure(
        base::ErrorCode::not_found,
        "there is no such command; install it (Debian: apt install g++), or name another compiler with "
        "--compiler, $HEDDLE_CC or $HEDDLE_CXX",
        command[0]);
  if (failed) return base::failure(base::ErrorCode::not_found, std::strerror(error), command[0]);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace heddle::compile
