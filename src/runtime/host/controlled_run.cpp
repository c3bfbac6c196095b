// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/controlled_run.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <type_traits>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/scratch_directory.h"
#include "runtime/host/executable.h"
#include "runtime/host/shared_check.h"
#include "runtime/host/uninstrumented_words.h"

namespace heddle::runtime::host {
namespace {

using base::ErrorCode;
using base::failure;

Watched watched(const schedule::SharedProgress& now) {
  return {now.executions, now.done > 0 ? now.done : -1, now.scenario, now.scenarios};
}

// Memory shared with the process under control.
class ProgressFile {
 public:
  explicit ProgressFile(const std::string& path) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (ftruncate(file, sizeof(schedule::SharedProgress)) == 0) {
      void* memory =
          mmap(nullptr, sizeof(schedule::SharedProgress), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (memory != MAP_FAILED) progress_ = static_cast<schedule::SharedProgress*>(memory);
    }
    close(file);
  }
  ~ProgressFile() {
    if (progress_ != nullptr) munmap(progress_, sizeof *progress_);
  }
  ProgressFile(const ProgressFile&) = delete;
  ProgressFile& operator=(const ProgressFile&) = delete;
  schedule::SharedProgress* operator->() { return progress_; }
  explicit operator bool() const { return progress_ != nullptr; }

 private:
  schedule::SharedProgress* progress_ = nullptr;
};

template <class T>
void put(std::ofstream& file, const T* first, std::size_t count = 1) {
  static_assert(std::is_trivially_copyable_v<T>);
  file.write(reinterpret_cast<const char*>(first), static_cast<std::streamsize>(count * sizeof(T)));
}

base::Result<void> write_wishes(const ControlledRun& run, const std::filesystem::path& path) {
  const schedule::Header header{.decisions = run.schedule.size(),
                                .racy = run.racy.size(),
                                .watched = run.watched.size(),
                                .kept = run.kept.size(),
                                .steps = run.plan.size(),
                                .threads = run.planned.size(),
                                .stacks = run.stacks.size(),
                                .paths = run.paths.size(),
                                .replays = run.replays};
  std::ofstream file(path, std::ios::binary);
  put(file, &header);
  put(file, &run.wishes);
  put(file, run.schedule.data(), run.schedule.size());
  put(file, run.racy.data(), run.racy.size());
  put(file, run.watched.data(), run.watched.size());
  put(file, run.kept.data(), run.kept.size());
  put(file, run.plan.data(), run.plan.size());
  put(file, run.planned.data(), run.planned.size());
  put(file, run.stacks.data(), run.stacks.size());
  put(file, run.paths.data(), run.paths.size());
  if (!file.flush()) return failure(ErrorCode::io, "cannot be written", path.string());
  return {};
}

// Graphs speak of addresses, and what the kernel puts above the stack moves it: of all ranks it shall be as large.
void level_environment() {
  constexpr std::size_t kLevel = std::size_t{1} << 14;
  constexpr std::string_view kName = "HEDDLE_LEVEL=";
  for (const std::string& name : cluster::variables_of_rank()) unsetenv(name.c_str());
  unsetenv("HEDDLE_LEVEL");
  std::size_t size = kName.size() + 1 + sizeof(char*);
  for (char** each = environ; *each != nullptr; ++each) size += std::strlen(*each) + 1 + sizeof(char*);
  setenv("HEDDLE_LEVEL", std::string((kLevel - size % kLevel) % kLevel, '.').c_str(), 1);
}

[[noreturn]] void start(const ControlledRun& run, const std::string& program, const std::string& directory,
                        const std::string& meeting_place) {
  setpgid(0, 0);
  if (!run.wishes.debugger) prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (run.output_aside) dup2(STDERR_FILENO, STDOUT_FILENO);
  if (!run.output.empty()) {
    const int file = open(run.output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0) _exit(127);
  }
  // Addresses name things in findings: they shall be the same each time.
  personality(ADDR_NO_RANDOMIZE);
  setenv(schedule::kDirectoryVariable, meeting_place.c_str(), 1);
  const std::string library = directory + "/libheddle_check.so";
  const char* paths = std::getenv("LD_LIBRARY_PATH");
  const std::string library_path = directory + "/check" + (paths != nullptr ? std::string(":") + paths : "");
  std::vector<std::string> words;
  if (run.wishes.debugger) {
    setpgid(0, getpgid(getppid()));
    words = {"gdb",
             "-q",
             "-nx",
             "-x",
             directory + "/gdb/heddle_gdb.py",
             "-ex",
             "set environment LD_PRELOAD " + library,
             "-ex",
             "set environment LD_LIBRARY_PATH " + library_path};
    if (run.debug_adapter) {
      constexpr int kRead = 3,
                    kWrite = 4;  // for heddle_dap.py; what gdb and the program print is no protocol
      dup2(STDIN_FILENO, kRead);
      dup2(STDOUT_FILENO, kWrite);
      dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
      dup2(STDERR_FILENO, STDOUT_FILENO);
      words.insert(words.end(), {"-x", directory + "/gdb/heddle_dap.py"});
    } else {
      words.insert(words.end(), {"-ex", "heddle-run"});
    }
    words.emplace_back("--args");
  } else {
    setenv("LD_PRELOAD", library.c_str(), 1);
    setenv("LD_LIBRARY_PATH", library_path.c_str(), 1);
  }
  if (run.others != nullptr) level_environment();
  words.push_back(program);
  words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  fmt::print(stderr, "heddle: cannot start {}: {}{}\n", arguments[0], std::strerror(errno),
             run.wishes.debugger ? "; install gdb" : "");
  _exit(127);
}

// The search reserves address space (explore/arena.h), for each of its tasks where there are several, and uses little.
base::Result<void> check_address_space(bool is_one_task) {
  const std::uint64_t needed = std::uint64_t{1} << (is_one_task ? 37 : 40);
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= needed)
    return {};
  return failure(
      ErrorCode::impossible,
      fmt::format("address space is limited to {} MiB here (ulimit -v, RLIMIT_AS). heddle reserves {} GiB "
                  "of it and uses little: raise the limit (ulimit -v unlimited), or limit the memory that is "
                  "in use instead (a cgroup)",
                  limit.rlim_cur >> 20, needed >> 30));
}

}  // namespace

base::Result<ControlledResult> run_controlled(const ControlledRun& run) {
  const auto directory = runtime_directory();
  if (!directory) return failure(directory.error());
  if (const auto fits = check_address_space(run.wishes.jobs == 1); !fits) return failure(fits.error());
  auto kept = std::make_shared<base::ScratchDirectory>();
  const base::ScratchDirectory& workshop = *kept;
  const base::ScratchDirectory meeting_place;
  if (!workshop.exists() || !meeting_place.exists())
    return failure(ErrorCode::io, base::ScratchDirectory::trouble());
  const auto program = prepare(run.source, *directory, workshop);
  if (!program) return failure(program.error());
  if (has_own_standard_library(*program))
    return failure(ErrorCode::unsupported,
                   "it carries a libstdc++ of its own, whose threads cannot be controlled; link it without "
                   "-static-libstdc++",
                   run.source.file);
  if (const auto written = write_wishes(run, meeting_place / schedule::kWishesFile); !written)
    return failure(written.error());
  if (!run.command.empty())
    std::ofstream(meeting_place / schedule::kCommandFile, std::ios::binary) << run.command;
  if (run.rows) std::ofstream(meeting_place / "rows") << run.rows(*program);
  ProgressFile progress((meeting_place / schedule::kProgressFile).string());
  if (run.others != nullptr && progress)
    run.others->begin(*progress.operator->(), (meeting_place / "").string());
  const pid_t child = base::fork_child();
  if (child < 0) return failure(ErrorCode::io, fmt::format("cannot fork: {}", std::strerror(errno)));
  if (child == 0) start(run, *program, *directory, (meeting_place / "").string());
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(child, &status, run.wishes.debugger ? 0 : WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) break;
    if (run.others != nullptr) {
      run.others->poll();
      if (const std::string& why = run.others->job().group().refused(); !why.empty()) {
        kill(-child, SIGKILL);
        return failure(ErrorCode::usage, why);
      }
    }
    if (progress && run.watch && run.watch(watched(*progress.operator->()))) {
      if (run.replays)  // it has no search that could be asked
        kill(-child, SIGKILL);
      else if (run.others != nullptr)
        run.others->stop();
      else
        progress->stop = true;
    }
    usleep(run.others != nullptr ? run.others->glance() : 2000);
  }
  if (run.others != nullptr) run.others->end();
  ControlledResult result{.built = std::move(kept)};
  std::ifstream file(meeting_place / schedule::kResultsFile);
  for (std::string line; std::getline(file, line);) {
    auto record = read_record(line);
    if (!record) return failure(record.error());
    result.checks.push_back(std::move(*record));
  }
  result.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  if (!result.checks.empty()) return result;
  if (result.exit_status == 2) return failure(ErrorCode::usage, "nothing was checked", *program);
  if (WIFSIGNALED(status))
    return failure(
        ErrorCode::impossible,
        fmt::format("the program ended by signal {} before anything could be checked", WTERMSIG(status)),
        run.source.file);
  return result;
}

}  // namespace heddle::runtime::host
