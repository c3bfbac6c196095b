// SPDX-License-Identifier: Apache-2.0
#include "cli/check_launch.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/scratch_directory.h"
#include "cli/progress.h"
#include "compile/compiler.h"
#include "compile/include_directory.h"
#include "explore/native/progress.h"
#include "runtime/host/session.h"
#include "runtime/host/uninstrumented.h"

namespace heddle::cli {
namespace {

namespace host = runtime::host;
using base::ErrorCode;
using base::failure;

base::Result<std::string> build(const ControlledProgram& wanted, const std::string& directory,
                                const base::ScratchDirectory& workshop) {
  if (!std::filesystem::exists(wanted.program))
    return failure(ErrorCode::not_found, "there is no such file", wanted.program);
  const host::Language language = host::language_of(wanted.program);
  const std::string compiler = host::real_compiler(language, wanted.compiler);
  const std::string result = (workshop / std::filesystem::path(wanted.program).stem().string()).string();
  std::vector<std::string> arguments = wanted.flags;
  if (arguments.empty()) arguments = {"-O1"};
  const auto has_standard = [](const std::string& flag) { return flag.starts_with("-std="); };
  if (language == host::Language::cpp && std::none_of(arguments.begin(), arguments.end(), has_standard))
    arguments.emplace_back("-std=c++20");
  if (const std::string include = base::include_directory(); !include.empty())
    arguments.push_back("-I" + include);
  arguments.insert(arguments.end(), {wanted.program, "-o", result, "-pthread"});
  const auto status = host::execute(host::instrumented_command(compiler, arguments, directory));
  if (!status) return failure(status.error());
  if (*status != 0)
    return failure(ErrorCode::malformed, fmt::format("{} could not compile it", compiler), wanted.program);
  return result;
}

// Shared with the process under control: how far it is, and whether it shall stop.
class SharedProgress {
 public:
  explicit SharedProgress(const std::string& path) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (ftruncate(file, sizeof(explore::SharedProgress)) == 0) {
      void* memory =
          mmap(nullptr, sizeof(explore::SharedProgress), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (memory != MAP_FAILED) progress_ = static_cast<explore::SharedProgress*>(memory);
    }
    close(file);
  }
  ~SharedProgress() {
    if (progress_ != nullptr) munmap(progress_, sizeof *progress_);
  }
  SharedProgress(const SharedProgress&) = delete;
  SharedProgress& operator=(const SharedProgress&) = delete;
  explore::SharedProgress* operator->() { return progress_; }
  explicit operator bool() const { return progress_ != nullptr; }

 private:
  explore::SharedProgress* progress_ = nullptr;
};

std::string joined(const std::vector<std::pair<std::string, std::string>>& wishes) {
  std::string text;
  for (const auto& [key, value] : wishes) text += fmt::format("{}={};", key, value);
  return text;
}

[[noreturn]] void start(const ControlledRun& run, const std::string& program, const std::string& directory,
                        const std::string& result, const std::string& progress) {
  setpgid(0, 0);
  // Addresses name things in findings: they shall be the same each time.
  personality(ADDR_NO_RANDOMIZE);
  setenv("HEDDLE_CHECK", joined(run.wishes).c_str(), 1);
  setenv("HEDDLE_CHECK_RESULT", result.c_str(), 1);
  setenv("HEDDLE_CHECK_PROGRESS", progress.c_str(), 1);
  const std::string library = directory + "/libheddle_check.so";
  const char* paths = std::getenv("LD_LIBRARY_PATH");
  const std::string library_path = directory + "/check" + (paths != nullptr ? std::string(":") + paths : "");
  std::vector<std::string> words;
  if (run.debugger) {
    setpgid(0, getpgid(getppid()));
    words = {"gdb",   "-q",
             "-ex",   "set startup-with-shell off",  // the library is for the program, not for a shell
             "-ex",   "set follow-fork-mode child",
             "-ex",   "set environment LD_PRELOAD " + library,
             "-ex",   "set environment LD_LIBRARY_PATH " + library_path,
             "--args"};
  } else {
    setenv("LD_PRELOAD", library.c_str(), 1);
    setenv("LD_LIBRARY_PATH", library_path.c_str(), 1);
  }
  words.push_back(program);
  words.insert(words.end(), run.program.arguments.begin(), run.program.arguments.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  fmt::print(stderr, "heddle: cannot start {}: {}\n", arguments[0], std::strerror(errno));
  _exit(127);
}

}  // namespace

base::Result<ControlledResult> run_controlled(const ControlledRun& run) {
  const auto directory = host::runtime_directory();
  if (!directory) return failure(directory.error());
  auto kept = std::make_shared<base::ScratchDirectory>();
  const base::ScratchDirectory& workshop = *kept;
  if (!workshop.exists()) return failure(ErrorCode::io, "no temporary directory could be made");
  std::string program = run.program.program;
  if (host::is_source(program)) {
    const auto built = build(run.program, *directory, workshop);
    if (!built) return failure(built.error());
    program = *built;
  } else {
    if (const auto usable = host::check_instrumented(program); !usable) return failure(usable.error());
    if (program.find('/') == std::string::npos) program = "./" + program;
  }
  if (host::has_own_standard_library(program))
    return failure(ErrorCode::unsupported,
                   "it carries a libstdc++ of its own, whose threads cannot be controlled; link it without "
                   "-static-libstdc++",
                   run.program.program);
  const std::string result = (workshop / "result.json").string();
  const std::string progress_file = (workshop / "progress").string();
  SharedProgress progress(progress_file);
  interrupted();
  const pid_t child = fork();
  if (child < 0) return failure(ErrorCode::io, fmt::format("cannot fork: {}", std::strerror(errno)));
  if (child == 0) start(run, program, *directory, result, progress_file);
  int status = 0;
  {
    Progress line("executions");
    while (true) {
      const pid_t ended = waitpid(child, &status, run.debugger ? 0 : WNOHANG);
      if (ended == child) break;
      if (ended < 0 && errno != EINTR) break;
      if (progress && interrupted()) progress->stop = true;
      if (progress) line.show(progress->executions, progress->done > 0 ? progress->done : -1);
      usleep(2000);
    }
  }
  std::vector<nlohmann::json> results;
  std::ifstream file(result);
  for (std::string text; std::getline(file, text);) {
    auto parsed = nlohmann::json::parse(text, nullptr, false);
    if (!parsed.is_discarded()) results.push_back(std::move(parsed));
  }
  if (!results.empty()) return ControlledResult{std::move(results), std::move(kept)};
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
    return failure(ErrorCode::usage, "nothing was checked", program);
  return failure(
      ErrorCode::impossible,
      WIFSIGNALED(status)
          ? fmt::format("the program ended by signal {} before anything could be checked", WTERMSIG(status))
          : fmt::format(
                "the program ended (status {}) and checked nothing: is it built with `heddle cc`, and "
                "does it call heddle::check?",
                WEXITSTATUS(status)),
      run.program.program);
}

}  // namespace heddle::cli
