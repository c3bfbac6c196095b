// SPDX-License-Identifier: Apache-2.0
#include "program/translate/compile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "compile/include_directory.h"
#include "program/translate/library.h"
#include "program/translate/translate.h"

extern char** environ;  // NOLINT: POSIX

namespace heddle::program {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Runs it with its standard error in a file; its exit status, or −1 if it could not start.
int run(const std::vector<std::string>& command, const fs::path& messages) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0600);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  if (waitpid(child, &status, 0) < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

bool is_bitcode(const fs::path& path) { return path.extension() == ".bc" || path.extension() == ".ll"; }
bool is_c(const fs::path& path) { return path.extension() == ".c" || path.extension() == ".i"; }
bool is_cpp(const fs::path& path) {
  for (const char* extension : {".cc", ".cpp", ".cxx", ".C", ".c++", ".ii"})
    if (path.extension() == extension) return true;
  return false;
}

// libstdc++ says of std::string and others that their bodies are in the library; here they are needed.
constexpr const char* kOwnTemplates = R"cpp(#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif
)cpp";

// One source file → bitcode.
base::Result<void> compile(const std::string& file, const fs::path& output, const CompileOptions& options,
                           const base::ScratchDirectory& scratch) {
  std::vector<std::string> command = {options.compiler};
  if (is_cpp(file)) {  // clang-19 → clang++-19
    const auto dash = command[0].rfind("clang");
    if (dash != std::string::npos) command[0].insert(dash + 5, "++");
    std::ofstream(scratch / "templates.h") << kOwnTemplates;
    command.insert(command.end(), {"-include", (scratch / "templates.h").string()});
  }
  // -O0: what the source says, no access merged or dropped; -g for lines and names; scopes of local variables
  // are marked in the bitcode, as address sanitizers want them.
  for (const char* word : {"-c", "-emit-llvm", "-O0", "-g", "-fno-discard-value-names", "-Xclang",
                           "-fsanitize-address-use-after-scope", "-DHEDDLE_MACHINE=1", "-U_FORTIFY_SOURCE",
                           "-fno-stack-protector", "-w", "-fno-color-diagnostics"})
    command.emplace_back(word);
  const std::string include =
      options.include_directory.empty() ? base::include_directory() : options.include_directory;
  if (!include.empty()) command.push_back("-I" + include);
  command.insert(command.end(), options.arguments.begin(), options.arguments.end());
  command.insert(command.end(), {"-o", output.string(), file});
  const int status = run(command, scratch / "messages");
  if (status == -1 || status == 127)
    return base::failure(
        base::ErrorCode::not_found,
        fmt::format("the compiler `{}` does not start; Debian's package clang-19 has it", command[0]));
  if (status != 0) {
    std::string message = content(scratch / "messages");
    while (!message.empty() && message.back() == '\n') message.pop_back();
    return base::failure(base::ErrorCode::malformed,
                         fmt::format("does not compile:\n{}", message.empty() ? "no message" : message),
                         file);
  }
  return {};
}

}  // namespace

base::Result<Program> load(const std::vector<std::string>& files, const CompileOptions& options) {
  if (files.empty()) return base::failure(base::ErrorCode::usage, "expected a C or C++ source file");
  const base::ScratchDirectory scratch;
  if (!scratch.exists()) return base::failure(base::ErrorCode::io, "no temporary directory could be made");
  std::vector<std::string> bitcode;
  for (const std::string& file : files) {
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored))
      return base::failure(base::ErrorCode::not_found, "no such file", file);
    if (is_bitcode(file)) {
      bitcode.push_back(file);
      continue;
    }
    if (!is_c(file) && !is_cpp(file))
      return base::failure(base::ErrorCode::usage,
                           "expected C (.c), C++ (.cpp, .cc, .cxx) or LLVM bitcode (.bc, .ll)", file);
    const fs::path output = scratch / fmt::format("{}.bc", bitcode.size());
    if (base::Result<void> done = compile(file, output, options, scratch); !done)
      return base::failure(done.error());
    bitcode.push_back(output.string());
  }
  base::Result<Program> program = translate(bitcode, options.function);
  std::vector<const LibraryPart*> linked;
  while (program) {  // what is linked may need more
    const std::string text = library_text(program->missing, linked);
    if (text.empty()) break;
    const std::string name = fmt::format("library{}", linked.size());
    std::ofstream(scratch / (name + ".c")) << text;
    CompileOptions plain = options;
    plain.arguments = {"-fno-builtin"};
    const fs::path output = scratch / (name + ".bc");
    if (base::Result<void> done = compile((scratch / (name + ".c")).string(), output, plain, scratch); !done)
      return base::failure(done.error());
    bitcode.push_back(output.string());
    program = translate(bitcode, options.function);
  }
  if (program) program->source = files.front();
  return program;
}

base::Result<Program> load_text(const std::string& text, const std::string& language,
                                const CompileOptions& options) {
  const base::ScratchDirectory scratch;
  if (!scratch.exists()) return base::failure(base::ErrorCode::io, "no temporary directory could be made");
  const fs::path file = scratch / (language == "c" ? "text.c" : "text.cpp");
  std::ofstream(file) << text;
  return load({file.string()}, options);
}

}  // namespace heddle::program
